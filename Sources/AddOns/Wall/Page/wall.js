// The wall in a browser: puts in place what the server draws of the board, and does what only a browser can.
// The server sends this file and controls.js as one script, in one function.

const root = document.documentElement;
root.classList.add('js');

const limits = { rows: 256, fewRows: 16, newRows: 40, hits: 1000, keys: 5 };
// A stream that sends something each 15 s counts as lost after a silence.
const times = { silence: 25000, lost: 3000, guard: 500, callGuard: 2000, question: 5000, idle: 120000, pause: 100, running: 200 };
const wishes = new URLSearchParams(location.search);

// ---- Small things ----

const $ = (id) => document.getElementById(id);
const near = (element, selector) => element?.closest?.(selector);
const idOf = (node) => node.dataset?.id;
const query = (values) => String(new URLSearchParams(Object.entries(values).filter((pair) => pair[1])));
const isSeen = () => document.visibilityState === 'visible';
const set = (element, text) => { if (element.textContent !== text) element.textContent = text; };
const attribute = (element, name, value) => { if (element.getAttribute(name) !== value) element.setAttribute(name, value); };
const listen = (target, names, work, options) => names.split(' ').forEach((name) => target.addEventListener(name, work, options));

// A page that may see less than it does is blank at once; the server gives what it may see, or says what to do.
const leave = () => { document.body.hidden = true; location.reload(); };

// Asks for JSON: null if nothing answers, empty if the answer is something else.
async function read(path, more) {
  const response = await fetch(path, more).catch(() => null);
  if (response?.status === 401 && board) leave();
  return response && response.json().catch(() => ({}));
}

const post = (body) => read('/act', {
  method: 'POST', body: JSON.stringify(body), headers: { 'Content-Type': 'application/json', 'X-Callboard': '1' },
});

// The button on the page of a link.
async function enter({ target: button }) {
  button.disabled = true;
  set($('enter-state'), '');
  const answer = await post({ act: 'enter', link: decodeURIComponent(location.pathname.replace(/^\/link\//, '')) });
  if (answer?.ok) return location.replace('/');
  set($('enter-state'), !answer ? 'The wall does not answer. Try again in a moment.'
    : answer.words || 'This link has been used, or is too old. Ask for a new one.');
  button.disabled = !!answer;
}

// ---- The host's clock ----

const clock = { ahead: 0, timer: 0 };
const dates = new Intl.DateTimeFormat('en-GB', { weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' });
const readClock = (moment) => { clock.ahead = Date.parse(moment.replace(/[+-]\d\d:\d\d$/, 'Z')) - Date.now(); };
// A date whose UTC parts are those of the host's clock.
const hostDate = (at) => new Date(at + clock.ahead);
const hourOf = (date) => date.toISOString().slice(11, 16);
const dayOf = (date) => date.toISOString().slice(0, 10);
// Its weekday, day and month; some browsers have a comma in it.
const dateOf = (date) => dates.format(date).replace(',', '');
// Minutes and seconds, and hours before them if there are any.
const lasted = (time) => (Math.floor(time / 3600000) + new Date(time).toISOString().slice(13, 19)).replace(/^0:0?/, '');

function drawTime() {
  const now = Date.now();
  set($('clock'), hourOf(hostDate(now)));
  set($('date'), dateOf(hostDate(now)));
  const waits = Array.from(board.querySelectorAll('[data-seconds]'), (one) => drawRunning(one, now));
  clearTimeout(clock.timer);
  const wait = Math.min(...waits);
  if (wait < Infinity) clock.timer = setTimeout(drawTime, Math.max(wait + 5, times.running));
}

// Draws how far something is that runs, and gives the milliseconds until it shows another second.
function drawRunning(one, now) {
  const { at, from, rate, length } = began.get(one);
  const time = Math.min(Math.max(0, from + (now - at) * rate), length);
  set(one.querySelector('.for'), lasted(time));
  const bar = one.querySelector('progress');
  if (bar) bar.value = time / 1000;
  const hasEnded = rate > 0 ? time >= length : time <= 0;
  if (!rate || hasEnded) return Infinity;
  return (rate > 0 ? 1000 - time % 1000 : time % 1000 + 1) / Math.abs(rate);
}

// ---- What the server draws ----

let board, day, rowsList;
// The markup of rows by their ids, the order of these, and what those on the page were made of.
const rows = new Map();
let order = [];
const markups = new WeakMap();
const parts = ['name', 'counts', 'phones', 'link', 'calls', 'alerts', 'house', 'media'];
// Parts in which the page writes while the wall is away, as they were drawn.
const drawn = { link: null, calls: null, media: null };
// Since when what runs is as it is: calls, and what is played; and when their parts were drawn.
const began = new WeakMap();
const taken = {};
let ringSince = 0, ringIds = '';

const may = (what) => board.dataset.may.split(' ').includes(what);
const ringing = () => Array.from(board.querySelectorAll('.call[data-state="ringing"]'));

function parsed(markup) {
  const template = document.createElement('template');
  template.innerHTML = markup;
  return template.content.firstElementChild;
}

// Gives an element what a template of the page has for it, or takes that away.
function dress(element, template, isAllowed) {
  const own = element.querySelector('[data-own]');
  if (own && !isAllowed) own.remove();
  if (!own && isAllowed) element.append($(template).content.cloneNode(true));
}

// Has an element contain these nodes, in their order; those that stay are moved only where they must.
function arrange(element, nodes) {
  for (const child of Array.from(element.childNodes)) if (!nodes.includes(child)) child.remove();
  let at = element.firstChild;
  for (const node of nodes) {
    if (node === at) at = at.nextSibling;
    else element.insertBefore(node, at);
  }
}

// Attributes that the page adds to elements of the server.
const ownAttributes = ['open', 'tabindex', 'style', 'data-fit'];

// Makes an element what another one is; as many of its nodes stay as can, and what the page has added.
function morph(old, fresh) {
  for (const { name } of Array.from(old.attributes)) {
    if (!fresh.hasAttribute(name) && !ownAttributes.includes(name)) old.removeAttribute(name);
  }
  for (const { name, value } of Array.from(fresh.attributes)) attribute(old, name, value);
  const isOwn = (node) => node.dataset?.own !== undefined;
  const all = Array.from(old.childNodes);
  const had = all.filter((node) => !isOwn(node));
  const named = new Map(had.map((node) => [idOf(node), node]));
  const nodes = Array.from(fresh.childNodes, (node, at) => {
    const same = idOf(node) ? named.get(idOf(node)) : had[at];
    named.delete(idOf(node));
    if (same?.nodeName !== node.nodeName) return node;
    if (node.nodeType === 1) morph(same, node);
    else if (same.data !== node.data) same.data = node.data;
    return same;
  });
  arrange(old, nodes.concat(all.filter(isOwn)));
}

// Does something to parts of the board, and what follows from it: at once, since no frame comes to a page that is hidden.
function change(work) {
  const active = document.activeElement;
  const had = near(active, '#calls, #media');
  work();
  const rings = ringing();
  const ids = rings.map(idOf).join(' ');
  if (ids !== ringIds) ringSince = Date.now();
  ringIds = ids;
  for (const one of board.querySelectorAll('[data-seconds]')) begins(one);
  for (const call of $('calls').children) dress(call, 'call-acts', call.dataset.state === 'ringing' && may('act'));
  for (const player of $('media').children) offerKeys(player);
  board.classList.toggle('ringing', rings.length > 0);
  board.classList.toggle('stale', !$('link').hidden);
  if (!['light', 'dark'].includes(root.dataset.theme)) attribute(root, 'data-theme', board.dataset.night ? 'night' : 'auto');
  const title = rings.length ? '☎ ' + rings[0].dataset.title : $('counts').dataset.title;
  if (document.title !== title) document.title = title;
  if (had && (!document.contains(active) || active.hidden)) focusRow(current(), false);
  cover();
  rings.forEach(fit);
  drawTime();
  lookSound();
  if (told.news) announce();
}

// Notes from when, from where and how fast something runs. A call does so from the beginning of its state.
function begins(one) {
  const { state, seconds, rate = 1, length = Infinity } = one.dataset;
  const at = taken[one.parentElement.id];
  const since = one.dataset.rate ? at : state;
  if (began.get(one)?.since !== since) began.set(one, { since, at, from: seconds * 1000, rate: Number(rate), length: length * 1000 });
}

// The keys that a player accepts now.
function offerKeys(player) {
  dress(player, 'player-keys', may('act') && player.dataset.keys);
  let number = 0;
  for (const key of player.querySelectorAll('[data-own] button')) {
    key.hidden = !player.dataset.keys.split(' ').includes(key.dataset.act);
    // There is not room for more everywhere.
    if (!key.hidden) key.classList.toggle('spare', (number += 1) > limits.keys);
  }
}

function takePart(part) {
  if (part.id in drawn) drawn[part.id] = part.cloneNode(true);
  morph($(part.id), part);
}

// Takes a whole board, at the beginning the one of the page.
function takeBoard(fresh) {
  const rank = (one) => ['counts', 'names', 'full'].indexOf(one.dataset.detail);
  if (rank(fresh) < rank(board) || (may('search') && !fresh.dataset.may.includes('search'))) return leave();
  for (const name of ['data-detail', 'data-may']) attribute(board, name, fresh.getAttribute(name));
  const put = Array.from(fresh.querySelectorAll('.rows > .row'), (row) => ({ id: idOf(row), row: row.outerHTML }));
  takeChange({
    time: fresh.querySelector('.clock').getAttribute('datetime'), night: fresh.dataset.night,
    parts: parts.map((id) => fresh.querySelector('#' + id)), rows: { gone: order, put },
  });
  movedAt = performance.now();
  if (openRow()) offer(openRow());
}

function takeChange(news) {
  readClock(news.time);
  if ('night' in news) board.dataset.night = news.night ? 'yes' : '';
  // A newer server has parts that this page does not know.
  if (news.parts.some(({ id }) => !$(id))) return leave();
  for (const { id } of news.parts) taken[id] = Date.now();
  if (news.parts.length || 'night' in news) change(() => news.parts.forEach(takePart));
  if (!news.rows) return;
  for (const id of news.rows.gone) rows.delete(id);
  order = order.filter((id) => rows.has(id));
  for (const { id, before, row } of news.rows.put) {
    if (rows.has(id)) order.splice(order.indexOf(id), 1);
    const at = order.indexOf(before);
    order.splice(at < 0 ? order.length : at, 0, id);
    rows.set(id, row);
  }
  for (const id of order.splice(limits.rows)) rows.delete(id);
}

// ---- Announcements ----

const told = { calls: [], news: null, timer: 0 };

function announce() {
  const rings = ringing();
  const fresh = rings.filter((call) => !told.calls.includes(idOf(call)));
  told.calls = rings.map(idOf);
  if (fresh.length || !rings.length) set($('say'), fresh.map((call) => call.dataset.said).join('. '));
  // A count is announced when it rises; what is there at the beginning is no news.
  const before = told.news;
  told.news = new Map(Array.from(board.querySelectorAll('.count[data-said], .alert'), ({ dataset: { id, number, said } }) => (
    [number ? id : said, { number: Number(number || 0), said }])));
  const more = Array.from(told.news).filter(([name, { number }]) => before && !(before.get(name)?.number >= number));
  if (more.length) set($('tell'), more.map(([, { said }]) => said).join(', '));
}

function tellAll(text) {
  set($('told'), text);
  clearTimeout(told.timer);
  told.timer = setTimeout(set, Math.min(10000, 3000 + text.length * 40), $('told'), '');
}

// ---- Calls ----

// Gives a name the largest letters with which it fits its place, whole words on a line where that is possible.
function fit(ring) {
  const box = ring.querySelector('.caller');
  const text = box.firstElementChild;
  box.dataset.fit = /[^\u0000-\u024f\u2000-\u206f]/.test(text.textContent) ? 'tall' : '';
  const { clientWidth: width, clientHeight: height } = box;
  const fits = (size) => {
    box.style.fontSize = size + 'px';
    return text.scrollWidth <= width && text.scrollHeight <= height + 1 && text.offsetHeight <= height + 1 && box.scrollWidth <= width;
  };
  const em = parseFloat(getComputedStyle(root).fontSize);
  let low = Math.floor(em * 1.5), high = Math.min(Math.floor(height * 0.8), Math.floor(em * 22));
  const isLong = !fits(low);
  if (isLong) box.dataset.fit += ' long';
  while (!isLong && high - low > 1) {
    const middle = (low + high) >> 1;
    if (fits(middle)) low = middle;
    else high = middle;
  }
  box.style.fontSize = low + 'px';
}

// ---- Rows ----

const isOpen = (item) => item.firstElementChild.open;
const summaryOf = (item) => item.firstElementChild.firstElementChild;
const focusedRow = () => near(document.activeElement, '#rows > .row');
const openRow = () => near(rowsList.querySelector('details[open]'), '.row');

function refresh(item) {
  const markup = rows.get(idOf(item));
  if (!markup) return;
  morph(item, parsed(markup));
  markups.set(item, markup);
  if (isOpen(item)) unfold(item);
}

// Gives an open row what depends on the reader, and the whole text of its notification if it has only the beginning.
async function unfold(item) {
  offer(item);
  if (!item.hasAttribute('data-cut')) return;
  const markup = markups.get(item);
  const answer = await read('/notice?' + query({ as: 'row', id: idOf(item) }));
  // A text that has changed meanwhile is not shown.
  if (!isOpen(item) || markups.get(item) !== markup) return;
  if (answer?.row) morph(item, parsed(answer.row));
  else item.querySelector('dl').insertAdjacentHTML('beforeend', '<dt>Length</dt><dd>Only the beginning can be shown now.</dd>');
}

// The button that clears it.
function offer(item) {
  const more = item.querySelector('.more');
  const had = more.contains(document.activeElement);
  dress(more, 'row-acts', may('act') && !item.classList.contains('gone'));
  const button = more.querySelector('button');
  if (button) set(button, question.id === idOf(item) ? 'Really clear?' : 'Clear from the phone');
  else if (had) summaryOf(item).focus({ preventScroll: true });
}

// The row that Tab reaches.
let chosen = null;
const current = () => (chosen?.isConnected ? chosen : rowsList.firstElementChild);

function rove(item) {
  if (chosen) summaryOf(chosen).tabIndex = -1;
  chosen = item;
  if (item) summaryOf(item).tabIndex = 0;
}

function focusRow(item, scroll) {
  rove(item);
  if (item) summaryOf(item).focus({ preventScroll: !scroll });
}

// The row that must not move under a reader: the one with the focus, an open one, or the first that is seen.
function anchor() {
  const held = focusedRow() || openRow();
  if (held || day.scrollTop < 3) return held;
  const { top } = day.getBoundingClientRect();
  return Array.from(rowsList.children).find((row) => row.getBoundingClientRect().bottom > top + 2);
}

// What is new is drawn with the next frame; while much comes, the list is drawn ten times a second,
// or less often where that would take more than a fifth of the time.
const drawing = { isPlanned: false, last: 0, pause: times.pause };

function soon() {
  if (drawing.isPlanned) return;
  drawing.isPlanned = true;
  setTimeout(() => requestAnimationFrame(draw), drawing.last + drawing.pause - performance.now());
}

const motion = window.matchMedia('(prefers-reduced-motion: reduce)');
// When the list has moved, and how far it is from where it should be, since it scrolls by whole pixels.
let movedAt = 0, residue = 0;

// Brings the list up to date.
function draw() {
  const start = performance.now();
  Object.assign(drawing, { isPlanned: false, last: start });
  setTimeout(() => { drawing.pause = Math.min(500, Math.max(times.pause, (performance.now() - start) * 5)); }, 0);
  $('nothing').hidden = order.length > 0 || board.dataset.detail === 'counts';
  const active = document.activeElement;
  const focused = focusedRow();
  const held = anchor();
  const heldTop = held?.getBoundingClientRect().top;
  const first = rowsList.firstElementChild;
  const mayMove = first && !held && !motion.matches && isSeen() && start - movedAt > 600;
  const firstTop = mayMove && first.offsetTop;
  const living = (item, way) => (!item || rows.has(idOf(item)) ? item : living(item[way], way));
  const neighbour = focused && (living(focused, 'nextElementSibling') || living(focused, 'previousElementSibling'));

  const items = new Map(Array.from(rowsList.children, (item) => [idOf(item), item]));
  const nodes = [];
  const fresh = [];
  const above = order.slice(0, Math.max(0, order.indexOf(first && idOf(first)))).filter((id) => !items.has(id)).length;
  for (const id of order) {
    const markup = rows.get(id);
    let item = items.get(id);
    if (item && markups.get(item) !== markup) refresh(item);
    if (!item && (fresh.length < limits.fewRows || (fresh.length < limits.newRows && performance.now() - start < 8))) {
      item = parsed(markup);
      markups.set(item, markup);
      summaryOf(item).tabIndex = -1;
      fresh.push(item);
    }
    if (item) nodes.push(item);
  }
  arrange(rowsList, nodes);
  rowsList.classList.toggle('days', !!rowsList.querySelector('.day-name:not(:empty)'));
  if (nodes.length < order.length) soon();

  if (focused && !focused.isConnected) {
    // The row with the focus is gone: a key that was meant for it must not clear its neighbour.
    cleared = Date.now();
    focusRow(neighbour, false);
  } else if (focused && document.activeElement !== active) active.focus({ preventScroll: true });
  if (!chosen?.isConnected) rove(rowsList.firstElementChild);
  const shift = held?.isConnected ? held.getBoundingClientRect().top - heldTop : 0;
  if (shift) {
    const wanted = day.scrollTop + shift + residue;
    day.scrollTop = wanted;
    residue = Math.abs(wanted - day.scrollTop) < 1 ? wanted - day.scrollTop : 0;
  }
  const way = mayMove && above && fresh.length < 8 ? first.offsetTop - firstTop : 0;
  if (way > 0 && way < day.clientHeight) {
    movedAt = start;
    rowsList.animate([{ transform: 'translateY(' + -way + 'px)' }, { transform: 'none' }], { duration: 320, easing: 'cubic-bezier(.2,.7,.2,1)' });
    for (const item of fresh) item.animate([{ opacity: 0 }, { opacity: 1 }], { duration: 420, easing: 'ease-out' });
  }
  if (above && held && day.scrollTop > 3) newer(unseen + above);
}

let unseen = 0;
function newer(number) {
  unseen = number;
  $('newer').hidden = !number;
  set($('newer').firstElementChild, (number > 99 ? '99+' : number) + ' newer ↑');
}

function toTop() {
  if (openRow()) openRow().firstElementChild.open = false;
  if (day.contains(document.activeElement)) document.activeElement.blur();
  rove(rowsList.firstElementChild);
  newer(0);
  day.scrollTo({ top: 0, behavior: motion.matches ? 'auto' : 'smooth' });
}

// ---- The stream ----

const stream = { own: null, last: '', timer: 0 };
const lost = { isTold: false, timer: 0 };
// When the server last said something, and when it did or a stream was begun.
let alive = Date.now(), heard = alive;

function isLost() {
  lost.timer = lost.timer || setTimeout(() => change(() => {
    lost.isTold = true;
    const from = hostDate(alive);
    const [, number, month] = dateOf(from).split(' ');
    const date = dayOf(from) === dayOf(hostDate(Date.now())) ? '' : number + ' ' + month.slice(0, 3) + ' ';
    $('link').hidden = false;
    set($('link').querySelector('strong'), 'The wall does not answer; this is how things were.');
    set($('link').querySelector('.since'), 'Since ' + date + hourOf(from) + '.');
    $('calls').textContent = $('media').textContent = '';
  }), times.lost);
}

function isBack() {
  heard = alive = Date.now();
  clearTimeout(lost.timer);
  if (lost.isTold) change(() => Object.values(drawn).forEach(takePart));
  Object.assign(lost, { isTold: false, timer: 0 });
}

// Begins a stream behind what is known. One that breaks the browser begins again by itself.
function connect() {
  clearTimeout(stream.timer);
  stream.own?.close();
  isLost();
  heard = Date.now();
  stream.own = new EventSource('/events?' + query({ of: 'page', last: stream.last }));
  listen(stream.own, 'board change here', take);
  listen(stream.own, 'error', hasFailed);
}

function take({ type, data, lastEventId }) {
  isBack();
  if (type === 'here') return;
  const news = JSON.parse(data);
  if (news.board) takeBoard(parsed(news.board));
  else takeChange({ ...news, parts: (news.parts || []).map(parsed) });
  stream.last = lastEventId;
  soon();
}

// So many pages are live already that there is no stream: this one asks for the board now and then, until it is its turn.
async function hasFailed({ target }) {
  isLost();
  if (target.readyState !== EventSource.CLOSED) return;
  stream.timer = setTimeout(connect, 5000);
  const response = await fetch('/').catch(() => null);
  if (!response?.ok) return response?.status === 401 && leave();
  const page = new DOMParser().parseFromString(await response.text(), 'text/html');
  if (target !== stream.own) return;
  stream.last = '';
  isBack();
  takeBoard(page.getElementById('board'));
  soon();
}

let lastTick = Date.now();
function tick() {
  const now = Date.now();
  // After sleep it is unknown whether the stream is alive.
  const hasSlept = Math.abs(now - lastTick) > 5000;
  lastTick = now;
  if (isSeen() ? hasSlept || now - heard > times.silence : now - heard > 90000) connect();
  if (isSeen() && isOn.returns && now - lastTouch > times.idle && !covered) {
    closePanel();
    if (day.scrollTop > 2 || openRow() || day.contains(document.activeElement)) toTop();
  }
  drawTime();
}

// ---- The beginning ----

function begin() {
  $('enter')?.addEventListener('click', enter);
  if ($('refused')) setInterval(() => fetch('/board').then(({ ok }) => ok && location.reload(), () => {}), 30000);
  [board, day, rowsList] = ['board', 'day', 'rows'].map($);
  if (!board) return;
  // The browser has it as a cookie by now: it need not stand in the address, or in a bookmark.
  if (wishes.has('token')) {
    for (const name of ['token', 'inside']) wishes.delete(name);
    history.replaceState(null, '', ('/?' + wishes).replace(/\?$/, ''));
  }
  board.append($('tools'));
  takeBoard(board);
  // The rows are there already.
  for (const item of rowsList.children) {
    markups.set(item, rows.get(idOf(item)));
    summaryOf(item).tabIndex = -1;
  }
  draw();
  setTimeout(announce, 300);
  for (const name of ['letters', 'returns']) $(name).checked = isOn[name];
  drawTools();
  stayAwake();
  listen(document, 'pointerdown keydown wheel touchmove input', () => { lastTouch = Date.now(); }, { passive: true });
  listen(document, 'pointerdown keydown', startSound, { passive: true });
  listen(document, 'keydown', key);
  listen(document, 'click', click);
  listen(document, 'toggle', opened, true);
  listen(document, 'focusin', () => { if (focusedRow()) rove(focusedRow()); });
  listen(document, 'fullscreenchange', drawTools);
  listen(document, 'change', ({ target }) => {
    if (target.id in isOn) turn(target.id, target.checked);
    else if (near(target, '#stats')) picture(-1);
  });
  listen(document, 'submit', (event) => { event.preventDefault(); find(false); });
  listen($('chart'), 'load error', ({ type }) => {
    $('chart').hidden = type === 'error';
    set($('stats-state'), type === 'error' ? 'The picture could not be drawn.' : '');
  });
  listen(day, 'scroll', () => { if (unseen && day.scrollTop < 3) newer(0); }, { passive: true });
  listen(document, 'visibilitychange', () => { if (isSeen()) { stayAwake(); tick(); soon(); } });
  listen(window, 'online', connect);
  listen(window, 'resize', () => requestAnimationFrame(() => change(() => {})));
  setInterval(tick, 1000);
  connect();
}

document.addEventListener('DOMContentLoaded', begin);
