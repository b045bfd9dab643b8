// The wall in a browser: puts in place what the server draws of the board, and does what only a browser can.
// The server sends this file and controls.js as one script, in one function.

const root = document.documentElement;
root.classList.add('js');

const limits = { rows: 256, newRows: 40, pause: 100, hits: 1000 };
const silence = 25000; // A stream sends something each 15 s; after this it counts as lost.
const lostAfter = 3000;
const guard = 500;
const callGuard = 2000;
const idle = 120000;
const wishes = new URLSearchParams(location.search);

// ---- Small things ----

const $ = (id) => document.getElementById(id);
const near = (element, selector) => (element && element.closest ? element.closest(selector) : null);
const idOf = (element) => element.getAttribute('data-id');
const query = (values) => String(new URLSearchParams(Object.entries(values).filter((pair) => pair[1])));
const typing = (element) => !!near(element, 'input, textarea') || !!(element && element.isContentEditable);

function make(name, text) {
  const element = document.createElement(name);
  if (text) element.textContent = text;
  return element;
}

function makeButton(act, text) {
  const button = make('button', text);
  button.type = 'button';
  button.className = button.dataset.act = act;
  return button;
}

function set(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

function attribute(element, name, value) {
  if (element.getAttribute(name) !== value) element.setAttribute(name, value);
}

function listen(target, names, work, options) {
  for (const name of names.split(' ')) target.addEventListener(name, work, options);
}

function remembered(name) {
  try { return localStorage.getItem('callboard-' + name); } catch (error) { return null; }
}

function remember(name, isOn) {
  try { localStorage.setItem('callboard-' + name, isOn ? 'yes' : 'no'); } catch (error) { /* Private windows keep nothing. */ }
}

// What a person can switch off in the help.
const choices = { letters: remembered('letters') !== 'no', returns: remembered('returns') !== 'no' };

function ask(path, more) {
  return fetch(path, Object.assign({ credentials: 'same-origin', cache: 'no-store' }, more));
}

async function post(body) {
  const headers = { 'Content-Type': 'application/json', 'X-Callboard': '1' };
  const response = await ask('/act', { method: 'POST', body: JSON.stringify(body), headers });
  const answer = await response.json().catch(() => null) || {};
  return { isDone: response.ok && answer.ok === true, status: response.status, words: answer.words || '' };
}

// ---- The page of a link ----

function linkPage() {
  const button = $('enter');
  const link = decodeURIComponent(location.pathname.replace(/^\/link\//, ''));
  button.addEventListener('click', async () => {
    button.disabled = true;
    set($('enter-state'), '');
    try {
      const answer = await post({ act: 'enter', link });
      if (answer.isDone) location.replace('/');
      else set($('enter-state'), answer.words || 'This link has been used, or is too old. Ask for a new one.');
    } catch (error) {
      set($('enter-state'), 'The wall does not answer. Try again in a moment.');
      button.disabled = false;
    }
  });
  button.focus();
}

// ---- The host's clock ----

const clock = { ahead: 0, zone: 0, timer: 0 };
const days = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
const months = ['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October', 'November', 'December'];

function readClock(moment) {
  const zone = /([+-])(\d\d):?(\d\d)$/.exec(moment);
  clock.ahead = Date.parse(moment) - Date.now();
  clock.zone = zone ? (zone[1] === '-' ? -60000 : 60000) * (Number(zone[2]) * 60 + Number(zone[3])) : 0;
}

// A date whose UTC parts are those of the host's clock.
const hostDate = (at) => new Date(at + clock.ahead + clock.zone);
const hourOf = (date) => date.toISOString().slice(11, 16);
const dayOf = (date) => date.toISOString().slice(0, 10);

function lasted(milliseconds) {
  const seconds = Math.max(0, Math.floor(milliseconds / 1000));
  const all = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60].slice(seconds < 3600 ? 1 : 0);
  return all.map((number, place) => (place && number < 10 ? '0' : '') + number).join(':');
}

function drawTime() {
  const now = hostDate(Date.now());
  set($('clock'), hourOf(now));
  set($('date'), days[now.getUTCDay()] + ' ' + now.getUTCDate() + ' ' + months[now.getUTCMonth()]);
  const calls = Array.from($('calls').children);
  for (const call of calls) set(call.querySelector('.for'), lasted(Date.now() - began.get(call).at));
  clearTimeout(clock.timer);
  if (calls.length) clock.timer = setTimeout(drawTime, 1005 - (Date.now() - began.get(calls[0]).at) % 1000);
}

// ---- What the server draws ----

let board = null;
let rowsList = null;
let day = null;
// The markup of rows by their ids, the order of these, and which are otherwise than on the page.
let rows = new Map();
let order = [];
const changed = new Set();
let allChanged = false;
// The rows that are on the page.
const elements = new Map();
const parts = ['name', 'counts', 'phones', 'link', 'calls', 'alerts', 'house'];
// Parts in which the page writes while the wall is away, as they were drawn.
const drawn = { link: null, calls: null };
// Since when calls are as they are.
const began = new WeakMap();
let callsAt = 0;
let ringSince = 0;
let ringIds = '';

const may = (what) => board.matches('[data-may~="' + what + '"]');
const detail = () => board.getAttribute('data-detail');
const ringing = () => Array.from(board.querySelectorAll('.call[data-state="ringing"]'));

function parsed(markup) {
  const template = make('template');
  template.innerHTML = markup;
  return template.content.firstElementChild;
}

// Attributes that the page adds to elements of the server.
const ownAttributes = ['open', 'tabindex', 'style', 'data-fit'];

// Makes an element what another one is; as many of its nodes stay as can, and what the page has added.
function morph(old, fresh) {
  for (const { name } of Array.from(old.attributes)) {
    if (!fresh.hasAttribute(name) && !ownAttributes.includes(name)) old.removeAttribute(name);
  }
  for (const { name, value } of Array.from(fresh.attributes)) attribute(old, name, value);
  const wanted = new Set(Array.from(fresh.children, idOf));
  const named = new Map();
  for (const child of Array.from(old.children)) {
    if (!idOf(child)) continue;
    if (wanted.has(idOf(child)) && !named.has(idOf(child))) named.set(idOf(child), child);
    else child.remove();
  }
  let at = old.firstChild;
  for (const node of Array.from(fresh.childNodes)) {
    const id = node.nodeType === 1 ? idOf(node) : null;
    const same = id ? named.get(id) : at && at.nodeName === node.nodeName ? at : null;
    named.delete(id);
    if (same && same === at) at = at.nextSibling;
    else old.insertBefore(same || node, at);
    if (same && node.nodeType === 1) morph(same, node);
    else if (same && same.data !== node.data) same.data = node.data;
  }
  while (at) {
    const next = at.nextSibling;
    if (at.nodeType !== 1 || !at.hasAttribute('data-own')) at.remove();
    at = next;
  }
}

// Does something to parts of the board, and what follows from it: at once, since no frame comes to a page that is hidden.
function change(work) {
  const active = document.activeElement;
  const had = $('calls').contains(active);
  work();
  const rings = ringing();
  const ids = rings.map(idOf).join(' ');
  if (ids !== ringIds) ringSince = Date.now();
  ringIds = ids;
  for (const call of $('calls').children) dressCall(call);
  board.classList.toggle('ringing', rings.length > 0);
  board.classList.toggle('stale', !$('link').hidden);
  if (had && !document.contains(active)) focusRow(current(), false);
  cover();
  rings.forEach(fit);
  drawTime();
  title(rings[0]);
  sound.look();
  announce(rings);
}

function takeParts(fresh) {
  for (const part of fresh) {
    if (part.id in drawn) drawn[part.id] = part.cloneNode(true);
    morph($(part.id), part);
  }
}

// Takes a whole board, at the beginning the one of the page.
function takeBoard(fresh) {
  const rank = (one) => ['counts', 'names', 'full'].indexOf(one.getAttribute('data-detail'));
  const isLess = rank(fresh) < rank(board) || (may('search') && !fresh.matches('[data-may~="search"]'));
  for (const name of ['data-detail', 'data-may', 'data-night']) attribute(board, name, fresh.getAttribute(name));
  readClock(fresh.querySelector('.clock').getAttribute('datetime'));
  const known = rows;
  rows = new Map();
  order = [];
  for (const row of fresh.querySelectorAll('.rows > .row')) putRow(idOf(row), null, row.outerHTML, known);
  allChanged = true;
  callsAt = Date.now();
  change(() => takeParts(parts.map((id) => (fresh === board ? $(id).cloneNode(true) : fresh.querySelector('#' + id)))));
  drawTheme();
  drawTools();
  // A page that may see less than before keeps nothing of what it had, also while it is hidden.
  if (isLess) {
    forget();
    draw();
  }
}

function takeChange(news) {
  readClock(news.time);
  if ('night' in news) {
    attribute(board, 'data-night', news.night ? 'yes' : '');
    drawTheme();
  }
  const fresh = (news.parts || []).map(parsed);
  if (fresh.some((part) => part.id === 'calls')) callsAt = Date.now();
  if (fresh.length) change(() => takeParts(fresh));
  if (!news.rows) return;
  news.rows.gone.forEach(dropRow);
  if (news.rows.gone.length) order = order.filter((id) => rows.has(id));
  for (const { id, before, row } of news.rows.put) {
    if (rows.has(id)) order.splice(order.indexOf(id), 1);
    putRow(id, before, row, rows);
  }
  order.splice(limits.rows).forEach(dropRow);
}

function putRow(id, before, markup, known) {
  const at = order.indexOf(before);
  order.splice(at < 0 ? order.length : at, 0, id);
  if (known.get(id) !== markup) changed.add(id);
  rows.set(id, markup);
}

function dropRow(id) {
  rows.delete(id);
  changed.delete(id);
}

function drawTheme() {
  const asked = wishes.get('theme');
  const usual = board.getAttribute('data-night') ? 'night' : 'auto';
  attribute(root, 'data-theme', asked === 'light' || asked === 'dark' ? asked : usual);
}

// ---- Announcements ----

const told = { calls: new Set(), news: null, isReady: false, timer: 0 };

function title(ring) {
  const text = ring ? '☎ ' + ring.getAttribute('data-title') : $('counts').getAttribute('data-title') || 'Callboard';
  if (document.title !== text) document.title = text;
}

function announce(rings) {
  if (!told.isReady) return;
  const said = (each) => each.getAttribute('data-said');
  const fresh = rings.filter((call) => !told.calls.has(idOf(call)));
  told.calls = new Set(rings.map(idOf));
  if (fresh.length || !rings.length) set($('say'), fresh.map(said).join('. '));
  // A count is announced when it rises.
  const before = told.news;
  told.news = new Map();
  for (const each of board.querySelectorAll('.count[data-said], .alert')) {
    const number = Number(each.getAttribute('data-number'));
    told.news.set(number ? idOf(each) : said(each), { number, text: said(each) });
  }
  const isNew = ([name, news]) => !before.has(name) || before.get(name).number < news.number;
  const more = before ? Array.from(told.news).filter(isNew) : [];
  if (more.length) set($('tell'), more.map((each) => each[1].text).join(', '));
}

function tellAll(text) {
  set($('told'), text);
  clearTimeout(told.timer);
  told.timer = setTimeout(() => set($('told'), ''), Math.min(10000, 3000 + text.length * 40));
}

// ---- Calls ----

function dressCall(call) {
  const rings = call.getAttribute('data-state') === 'ringing';
  const before = began.get(call);
  if (!before || before.rings !== rings) began.set(call, { rings, at: callsAt - Number(call.getAttribute('data-seconds')) * 1000 });
  // Once it is answered, its name stands in a bar with the letters of the bar.
  if (!rings) call.querySelector('.caller').removeAttribute('style');
  const acts = call.querySelector('.acts');
  if (acts && !(rings && may('act'))) acts.remove();
  if (acts || !rings || !may('act')) return;
  const own = make('p');
  own.className = 'acts';
  own.dataset.own = '';
  own.append(makeButton('answer', 'Answer'), ' ', makeButton('decline', 'Decline'), ' ');
  call.append(own);
}

// Gives a name the largest letters with which it fits its place, whole words on a line where that is possible.
function fit(ring, place, rings) {
  const box = ring.querySelector('.caller');
  const text = box.firstElementChild;
  const shape = [text.textContent, innerWidth, innerHeight, rings.length, $('calls').children.length, may('act')].join();
  if (box.style.fontSize && began.get(ring).shape === shape) return;
  began.get(ring).shape = shape;
  box.dataset.fit = /[^\u0000-\u024f\u2000-\u206f]/.test(text.textContent) ? 'tall' : '';
  const { clientWidth: width, clientHeight: height } = box;
  if (!width || !height) return;
  const fits = (size) => {
    box.style.fontSize = size + 'px';
    return text.scrollWidth <= width && text.scrollHeight <= height + 1 && text.offsetHeight <= height + 1 && box.scrollWidth <= width;
  };
  const em = parseFloat(getComputedStyle(root).fontSize);
  let low = Math.floor(em * 1.5);
  let high = Math.min(Math.floor(height * 0.8), Math.floor(em * 22));
  if (!fits(low)) {
    box.dataset.fit += ' long';
    return;
  }
  while (high - low > 1) {
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
  morph(item, parsed(rows.get(idOf(item))));
  if (isOpen(item)) dressRow(item);
}

// Gives an open row what depends on the reader, and the whole of a text that is cut.
function dressRow(item) {
  offer(item);
  if (item.hasAttribute('data-cut')) fetchWhole(item);
}

// The button that clears it.
function offer(item) {
  const more = item.querySelector('.more');
  const button = more.querySelector('button');
  const can = may('act') && !item.classList.contains('gone');
  if (can && !button) {
    const clear = makeButton('clear', question.id === idOf(item) ? question.again : question.first);
    clear.dataset.own = '';
    more.append(clear);
  } else if (!can && button) {
    if (document.activeElement === button) summaryOf(item).focus({ preventScroll: true });
    button.remove();
  }
}

// Shows all that a notice says where its row has only the beginning.
async function fetchWhole(item) {
  const id = idOf(item);
  const markup = rows.get(id);
  let whole = null;
  try {
    const response = await ask('/notice?' + query({ as: 'row', id }));
    if (response.status === 401) { refuse(); return; }
    if (response.ok) whole = (await response.json()).row;
  } catch (error) { /* The beginning stays. */ }
  // A text that may no longer be read, or has changed meanwhile, is not shown.
  if (!isOpen(item) || rows.get(id) !== markup || elements.get(id) !== item || detail() !== 'full' || lost.isRefused) return;
  if (whole) morph(item, parsed(whole));
  else item.querySelector('dl').append(make('dt', 'Length'), make('dd', 'Only the beginning can be shown now.'));
}

let currentId = '';
const current = () => elements.get(currentId) || rowsList.firstElementChild;

function rove(item) {
  if (elements.has(currentId)) summaryOf(elements.get(currentId)).tabIndex = -1;
  currentId = item ? idOf(item) : '';
  if (item) summaryOf(item).tabIndex = 0;
}

function focusRow(item, scroll) {
  if (item) rove(item);
  (item ? summaryOf(item) : day).focus({ preventScroll: !item || scroll === false });
}

// The row that must not move under a reader: the one with the focus, an open one, or the first that is seen.
function anchor() {
  const held = focusedRow() || openRow();
  if (held || day.scrollTop < 3) return held;
  const box = day.getBoundingClientRect();
  for (let y = box.top + 2; y < box.top + 100; y += 16) {
    const row = near(document.elementFromPoint(box.left + box.width / 2, y), '#rows > .row');
    if (row) return row;
  }
  return null;
}

// What is new is drawn with the next frame; while much comes, the list is drawn ten times a second,
// or less often where that would take more than a fifth of the time.
const drawing = { isPlanned: false, last: 0, timer: 0, pause: limits.pause };

function soon() {
  if (drawing.isPlanned || drawing.timer) return;
  const rest = drawing.last + drawing.pause - performance.now();
  drawing.isPlanned = rest <= 0;
  if (rest <= 0) requestAnimationFrame(draw);
  else drawing.timer = setTimeout(() => { drawing.timer = 0; soon(); }, rest);
}

function draw() {
  drawing.isPlanned = false;
  drawing.last = performance.now();
  setTimeout(() => { drawing.pause = Math.min(500, Math.max(limits.pause, (performance.now() - drawing.last) * 5)); }, 0);
  if (drawRows()) soon();
}

const motion = window.matchMedia('(prefers-reduced-motion: reduce)');
const moves = { last: 0, residue: 0, isUnderWay: false };

// Brings the list up to date; returns whether new rows are left for the next time.
function drawRows() {
  $('nothing').hidden = order.length > 0 || detail() === 'counts';
  if (!changed.size && !allChanged && rowsList.childElementCount === order.length) return false;
  const start = performance.now();
  const active = document.activeElement;
  const focused = focusedRow();
  const held = anchor();
  const first = rowsList.firstElementChild;
  const heldTop = held ? held.getBoundingClientRect().top : 0;
  const mayMove = !held && first && !motion.matches && !allChanged && document.visibilityState === 'visible' && start - moves.last > 600;
  const firstTop = mayMove ? first.offsetTop : 0;
  const living = (item, way) => (!item || rows.has(idOf(item)) ? item : living(item[way], way));
  const neighbour = focused && (living(focused, 'nextElementSibling') || living(focused, 'previousElementSibling'));

  for (const [id, item] of elements) {
    if (rows.has(id)) continue;
    elements.delete(id);
    item.remove();
  }
  let at = rowsList.firstElementChild;
  let left = 0;
  let above = 0;
  const fresh = [];
  for (const id of order) {
    let item = elements.get(id);
    if (!item && at === first) above += 1;
    if (item && changed.has(id)) refresh(item);
    if (!item && (fresh.length >= limits.newRows || (fresh.length >= 16 && performance.now() - start > 8))) {
      left += 1;
      continue;
    }
    if (!item) {
      item = parsed(rows.get(id));
      summaryOf(item).tabIndex = -1;
      elements.set(id, item);
      fresh.push(item);
    }
    if (item === at) at = at.nextElementSibling;
    else rowsList.insertBefore(item, at);
  }
  rowsList.classList.toggle('days', !!rowsList.querySelector('.day-name:not(:empty)'));
  changed.clear();
  allChanged = false;

  if (focused && !focused.isConnected) {
    // The row with the focus is gone: a key that was meant for it must not clear its neighbour.
    cleared = Date.now();
    focusRow(neighbour, false);
  } else if (focused && document.activeElement !== active) active.focus({ preventScroll: true });
  if (!elements.has(currentId)) rove(rowsList.firstElementChild);
  if (held && held.isConnected) {
    const shift = held.getBoundingClientRect().top - heldTop;
    const wanted = day.scrollTop + shift + moves.residue;
    if (shift) day.scrollTop = wanted;
    if (shift) moves.residue = Math.abs(wanted - day.scrollTop) < 1 ? wanted - day.scrollTop : 0;
  } else if (mayMove && above && fresh.length < 8 && first.isConnected) {
    move(first.offsetTop - firstTop, fresh);
    moves.last = start;
  } else if (moves.isUnderWay && above) {
    moves.last = start;
    moves.isUnderWay = false;
  }
  if (above && held && day.scrollTop > 3) newer(unseen + above);
  return left > 0;
}

function move(shift, fresh) {
  if (shift <= 0 || shift >= day.clientHeight || !rowsList.animate) return;
  moves.isUnderWay = true;
  rowsList.animate([{ transform: 'translateY(' + -shift + 'px)' }, { transform: 'none' }], { duration: 320, easing: 'cubic-bezier(.2,.7,.2,1)' });
  for (const item of fresh) item.animate([{ opacity: 0 }, { opacity: 1 }], { duration: 420, easing: 'ease-out' });
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

const lost = { isTold: false, isBegun: false, timer: 0, isRefused: false };
const stream = { own: null, last: '', tries: 0, timer: 0 };
let heard = Date.now(); // When the stream last moved, or was begun.
let alive = heard; // When the server last said something.

function isLost() {
  if (lost.isBegun) return;
  lost.isBegun = true;
  const from = hostDate(alive);
  clearTimeout(lost.timer);
  lost.timer = setTimeout(() => change(() => {
    lost.isTold = true;
    const isToday = dayOf(from) === dayOf(hostDate(Date.now()));
    const date = isToday ? '' : from.getUTCDate() + ' ' + months[from.getUTCMonth()].slice(0, 3) + ' ';
    $('link').hidden = false;
    set($('link').querySelector('strong'), 'The wall does not answer; this is how things were.');
    set($('link').querySelector('.since'), 'Since ' + date + hourOf(from) + '.');
    $('calls').textContent = '';
  }), lostAfter);
}

function isBack() {
  stream.tries = 0;
  clearTimeout(lost.timer);
  if (lost.isTold) change(() => takeParts(Object.values(drawn)));
  lost.isBegun = lost.isTold = false;
}

async function connect() {
  clearTimeout(stream.timer);
  if (stream.own) stream.own.abort();
  if (lost.isRefused) return;
  const own = stream.own = new AbortController();
  const slow = setTimeout(() => { if (own === stream.own) isLost(); }, lostAfter);
  heard = Date.now();
  try {
    const headers = Object.assign({ Accept: 'text/event-stream' }, stream.last ? { 'Last-Event-ID': stream.last } : {});
    const response = await ask('/events?of=page', { headers, signal: own.signal });
    clearTimeout(slow);
    if (own !== stream.own) return;
    if (response.status === 401) { refuse(); return; }
    if (response.status === 503) { await renew(own); return; }
    if (!response.ok || !response.body) throw new Error('status ' + response.status);
    heard = alive = Date.now();
    const reader = response.body.getReader();
    const decoder = new TextDecoder();
    let rest = '';
    for (;;) {
      const piece = await reader.read();
      if (own !== stream.own) return;
      if (piece.done) throw new Error('ended');
      heard = alive = Date.now();
      // Not before: a stream that ends as it begins tells nothing.
      isBack();
      const events = (rest + decoder.decode(piece.value, { stream: true })).split('\n\n');
      rest = events.pop();
      events.forEach(take);
    }
  } catch (error) {
    clearTimeout(slow);
    if (own !== stream.own) return;
    stream.own = null;
    own.abort();
    isLost();
    again();
  }
}

function take(event) {
  const field = {};
  for (const line of event.split('\n')) field[line.slice(0, line.indexOf(':'))] = line.slice(line.indexOf(':') + 2);
  if (!field.event) return;
  const news = JSON.parse(field.data);
  if (news.board) takeBoard(parsed(news.board));
  else takeChange(news);
  stream.last = field.id;
  soon();
}

// So many pages are live already: this one asks for the board now and then, until it is its turn.
async function renew(own) {
  const response = await ask('/', { signal: own.signal });
  if (!response.ok) throw new Error('status ' + response.status);
  const page = new DOMParser().parseFromString(await response.text(), 'text/html');
  if (own !== stream.own) return;
  heard = alive = Date.now();
  stream.last = '';
  isBack();
  takeBoard(page.getElementById('board'));
  soon();
  stream.tries = 5;
  again();
}

function again() {
  clearTimeout(stream.timer);
  const pause = Math.min(5000, 500 * Math.pow(1.7, stream.tries)) * (0.8 + Math.random() * 0.4);
  stream.tries += 1;
  stream.timer = setTimeout(connect, pause);
}

function refuse() {
  lost.isRefused = true;
  clearTimeout(lost.timer);
  clearTimeout(stream.timer);
  if (stream.own) stream.own.abort();
  stream.own = null;
  forget();
  closePanel();
  rows.clear();
  order = [];
  board.setAttribute('data-may', '');
  $('counts').removeAttribute('data-title');
  change(() => parts.forEach((id) => { $(id).textContent = ''; }));
  draw();
  board.hidden = true;
  $('refused').hidden = false;
  $('refused').focus();
  stream.timer = setTimeout(async function look() {
    const response = await ask('/board').catch(() => null);
    if (response && response.ok) location.reload();
    else stream.timer = setTimeout(look, 30000);
  }, 30000);
}

let lastTick = Date.now();
function tick() {
  const now = Date.now();
  const slept = now - lastTick > 5000 || now < lastTick - 2000;
  lastTick = now;
  const isSeen = document.visibilityState === 'visible';
  if (isSeen ? slept || now - heard > silence : now - heard > 90000) wake();
  if (isSeen && choices.returns && now - lastTouch > idle && !lost.isRefused && !covered) {
    closePanel();
    if (day.scrollTop > 2 || openRow() || day.contains(document.activeElement)) toTop();
  }
  drawTime();
}

// After sleep it is unknown whether the stream is alive: a new one begins with what was missed.
function wake() {
  if (lost.isRefused) return;
  stream.tries = 0;
  if (Date.now() - heard > silence) isLost();
  connect();
}

// ---- The beginning ----

// The browser has it as a cookie by now: it need not stand in the address, or in a bookmark.
function hideToken() {
  if (!wishes.has('token')) return;
  wishes.delete('token');
  wishes.delete('inside');
  history.replaceState(null, '', ('/?' + wishes).replace(/\?$/, ''));
}

function begin() {
  if (document.body.id === 'link-page') linkPage();
  board = $('board');
  if (!board) return;
  hideToken();
  day = $('day');
  rowsList = $('rows');
  board.append($('tools'));
  takeBoard(board);
  // The rows are there already.
  changed.clear();
  for (const item of rowsList.children) {
    elements.set(idOf(item), item);
    summaryOf(item).tabIndex = -1;
  }
  draw();
  setTimeout(() => {
    told.isReady = true;
    announce(ringing());
  }, 300);

  listen(document, 'keydown', key);
  listen(document, 'click', click);
  listen(document, 'pointerdown', touched, { passive: true });
  listen(document, 'wheel touchmove input', () => { lastTouch = Date.now(); }, { passive: true });
  listen(document, 'toggle', opened, true);
  listen(document, 'focusin', () => { if (focusedRow()) rove(focusedRow()); });
  listen(document, 'fullscreenchange', drawTools);
  listen(day, 'scroll', () => { if (unseen && day.scrollTop < 3) newer(0); }, { passive: true });
  for (const name in choices) {
    $(name).checked = choices[name];
    listen($(name), 'change', () => {
      choices[name] = $(name).checked;
      remember(name, choices[name]);
    });
  }
  listen($('search-form'), 'submit', (event) => {
    event.preventDefault();
    find(false);
  });
  listen($('stats-since'), 'change', () => picture(-1));
  listen($('stats-until'), 'change', () => picture(-1));
  listen($('chart'), 'load error', (event) => {
    $('chart').hidden = event.type === 'error';
    set($('stats-state'), event.type === 'error' ? 'The picture could not be drawn.' : '');
  });
  listen(document, 'visibilitychange', () => {
    if (document.visibilityState !== 'visible') return;
    awake.look();
    if (Date.now() - heard > 17000) wake();
    soon();
  });
  listen(window, 'pageshow', (event) => { if (event.persisted) wake(); });
  listen(window, 'online', wake);
  listen(window, 'resize', () => requestAnimationFrame(() => change(() => {})));
  setInterval(tick, 1000);
  awake.look();
  connect();
}

document.addEventListener('DOMContentLoaded', begin);
