// The wall in a browser: takes over the board that the server has drawn, and keeps it live.
(function () {
  'use strict';

  const root = document.documentElement;
  root.classList.add('js');

  const limits = { rows: 256, pause: 100, newRows: 40, calls: 8, phones: 16, places: 160, closedText: 600, text: 65536, hits: 1000 };
  const silence = 25000; // A stream sends something each 15 s; after this it counts as lost.
  const lostAfter = 3000;
  const guard = 500;
  const callGuard = 2000;
  const idle = 120000;
  const wishes = new URLSearchParams(location.search);

  // ---- Small things ----

  const $ = (id) => document.getElementById(id);

  function make(name, className, text) {
    const element = document.createElement(name);
    if (className) element.className = className;
    if (text !== undefined) element.textContent = text;
    return element;
  }

  function icon(name) {
    const space = 'http://www.w3.org/2000/svg';
    const picture = document.createElementNS(space, 'svg');
    picture.setAttribute('class', 'icon');
    picture.setAttribute('aria-hidden', 'true');
    const use = document.createElementNS(space, 'use');
    use.setAttribute('href', '#i-' + name);
    picture.appendChild(use);
    return picture;
  }

  function set(element, text) {
    if (element.textContent !== text) element.textContent = text;
  }

  function mark(element, name, on) {
    if (element.classList.contains(name) !== !!on) element.classList.toggle(name, !!on);
  }

  function attribute(element, name, value) {
    if (element.getAttribute(name) !== value) element.setAttribute(name, value);
  }

  function words(value) {
    return typeof value === 'string' ? value : '';
  }

  function cut(text, length) {
    if (text.length <= length) return text;
    let at = 0;
    for (let number = 0; number < length && at < text.length; number += 1) at += text.codePointAt(at) > 0xffff ? 2 : 1;
    return at < text.length ? text.slice(0, at) + '…' : text;
  }

  function list(value, limit) {
    return Array.isArray(value) ? value.filter((item) => item && typeof item === 'object').slice(0, limit) : [];
  }

  function remembered(name) {
    try { return localStorage.getItem('callboard-' + name); } catch (error) { return null; }
  }

  function remember(name, value) {
    try { localStorage.setItem('callboard-' + name, value); } catch (error) { /* Private windows keep nothing. */ }
  }

  // What a person can switch off in the help.
  const choices = { letters: remembered('letters') !== 'no', returns: remembered('returns') !== 'no' };

  async function post(body) {
    const response = await fetch('/act', {
      method: 'POST', credentials: 'same-origin', cache: 'no-store', body: JSON.stringify(body),
      headers: { 'Content-Type': 'application/json', 'X-Callboard': '1' },
    });
    let answer = null;
    try { answer = await response.json(); } catch (error) { answer = null; }
    if (response.ok && answer && answer.ok) return { ok: true, status: response.status, words: words(answer.words) };
    return { ok: false, status: response.status, words: words(answer && answer.words) };
  }

  // ---- The host's clock ----

  const clock = { ahead: 0, zone: 0, known: false };

  function zoneOf(moment) {
    const found = /([+-])(\d\d):?(\d\d)$/.exec(moment);
    return found ? (found[1] === '-' ? -1 : 1) * (Number(found[2]) * 60 + Number(found[3])) * 60000 : 0;
  }

  function readClock(moment) {
    const at = Date.parse(moment);
    if (isNaN(at)) return;
    clock.ahead = at - Date.now();
    clock.zone = zoneOf(moment);
    clock.known = true;
  }

  function hostNow() {
    return Date.now() + clock.ahead;
  }

  // A date whose UTC parts are those of the host's clock.
  function hostDate(at) {
    return new Date(at + (clock.known ? clock.zone : -new Date(at).getTimezoneOffset() * 60000));
  }

  const two = (number) => (number < 10 ? '0' : '') + number;
  const days = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
  const months = ['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October', 'November', 'December'];

  function hourOf(date) {
    return two(date.getUTCHours()) + ':' + two(date.getUTCMinutes());
  }

  function dayOf(date) {
    return date.getUTCFullYear() + '-' + two(date.getUTCMonth() + 1) + '-' + two(date.getUTCDate());
  }

  function longDay(date) {
    return days[date.getUTCDay()] + ' ' + date.getUTCDate() + ' ' + months[date.getUTCMonth()];
  }

  function hourIn(moment) {
    return /^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(words(moment)) ? moment.slice(11, 16) : '';
  }

  // "09:12", or "25 Nov 09:12" where that is not today.
  function since(moment) {
    const hour = hourIn(moment);
    if (!hour) return '';
    if (moment.slice(0, 10) === dayOf(hostDate(hostNow()))) return hour;
    return Number(moment.slice(8, 10)) + ' ' + words(months[Number(moment.slice(5, 7)) - 1]).slice(0, 3) + ' ' + hour;
  }

  function lasted(milliseconds) {
    const seconds = Math.max(0, Math.floor(milliseconds / 1000));
    const minutes = Math.floor(seconds / 60);
    if (minutes < 60) return minutes + ':' + two(seconds % 60);
    return Math.floor(minutes / 60) + ':' + two(minutes % 60) + ':' + two(seconds % 60);
  }

  // ---- The page of a link ----

  function linkPage() {
    const button = $('enter');
    const secret = location.pathname.replace(/^\/link\//, '');
    button.addEventListener('click', async () => {
      button.disabled = true;
      set($('enter-state'), '');
      try {
        const answer = await post({ act: 'enter', link: decodeURIComponent(secret) });
        if (answer.ok) { location.replace('/'); return; }
        set($('enter-state'), answer.words || 'This link has been used, or is too old. Ask for a new one.');
      } catch (error) {
        set($('enter-state'), 'The wall does not answer. Try again in a moment.');
        button.disabled = false;
      }
    });
    button.focus();
  }

  // ---- What is known ----

  const model = {
    run: '', name: '', detail: 'full', mayAct: false, searches: false, night: false, link: { state: 'here' }, radio: null,
    phones: [], calls: [], counts: {}, places: [], bridges: [], order: [], rows: new Map(),
  };
  const changed = new Set();
  let allDirty = false;
  let membersDirty = true;
  let ringSince = 0;
  const details = ['counts', 'names', 'full'];
  let seenLess = false;

  function takeRow(row) {
    const text = words(row.text);
    return text.length > limits.text ? Object.assign({}, row, { text: cut(text, limits.text) }) : row;
  }

  function takeMembers(news) {
    const before = details.indexOf(model.detail);
    const searched = model.searches;
    for (const name in news) if (name !== 'rows' && name !== 'time' && name !== 'version') membersDirty = true;
    if (typeof news.time === 'string') readClock(news.time);
    if (typeof news.name === 'string') model.name = news.name;
    if (typeof news.detail === 'string') model.detail = news.detail;
    if ('may_act' in news) model.mayAct = news.may_act === true;
    if ('searches' in news) model.searches = news.searches === true;
    if ('night' in news) model.night = news.night === true;
    // Whoever may see less than before keeps nothing of what that was.
    if (details.indexOf(model.detail) < before || (searched && !model.searches)) {
      forget();
      seenLess = true;
    }
    if (news.link && typeof news.link === 'object') model.link = news.link;
    if (news.radio && typeof news.radio === 'object') model.radio = news.radio;
    if ('phones' in news) model.phones = list(news.phones, limits.phones);
    if ('counts' in news) model.counts = news.counts || {};
    if ('places' in news) model.places = list(news.places, limits.places);
    if ('bridges' in news) model.bridges = list(news.bridges, limits.places);
    if ('calls' in news) takeCalls(list(news.calls, limits.calls));
  }

  function takeCalls(calls) {
    const now = Date.now();
    for (const call of calls) {
      const before = model.calls.find((one) => one.id === call.id);
      const seconds = typeof call.seconds === 'number' ? call.seconds : (hostNow() - Date.parse(words(call.since))) / 1000;
      call.began = before && before.state === call.state ? before.began : now - (seconds > 0 ? seconds * 1000 : 0);
    }
    const ids = (all) => all.filter(rings).map((call) => call.id).join(' ');
    if (ids(calls) !== ids(model.calls)) ringSince = now;
    model.calls = calls;
  }

  function takeBoard(board) {
    for (const name of ['phones', 'calls', 'places', 'bridges']) if (!(name in board)) board[name] = [];
    for (const name of ['may_act', 'searches', 'night']) if (!(name in board)) board[name] = false;
    if (!board.counts) board.counts = {};
    model.radio = null;
    model.name = '';
    model.run = words(board.run);
    takeMembers(board);
    model.order = [];
    model.rows.clear();
    for (const row of list(board.rows, limits.rows)) {
      if (typeof row.id !== 'string' || model.rows.has(row.id)) continue;
      model.order.push(row.id);
      model.rows.set(row.id, takeRow(row));
    }
    allDirty = true;
  }

  function takeChange(change) {
    takeMembers(change);
    const rows = change.rows;
    if (rows && typeof rows === 'object') {
      const gone = new Set(Array.isArray(rows.gone) ? rows.gone : []);
      if (gone.size) {
        model.order = model.order.filter((id) => !gone.has(id));
        for (const id of gone) model.rows.delete(id);
      }
      for (const step of list(rows.put, Infinity)) {
        const row = step.row;
        if (!row || typeof row.id !== 'string') continue;
        if (model.rows.has(row.id)) model.order.splice(model.order.indexOf(row.id), 1);
        const before = typeof step.before === 'string' ? model.order.indexOf(step.before) : -1;
        if (before < 0) model.order.push(row.id);
        else model.order.splice(before, 0, row.id);
        model.rows.set(row.id, takeRow(row));
        changed.add(row.id);
      }
      while (model.order.length > limits.rows) {
        const id = model.order.pop();
        model.rows.delete(id);
        changed.delete(id);
      }
    }
  }

  function rings(call) {
    return call.state === 'ringing';
  }

  function ringing() {
    return lost.told || model.link.state === 'gone' ? [] : model.calls.filter(rings);
  }

  function caller(call) {
    return words(call.who) || 'Incoming call';
  }

  // Titles and sounds also come while the page is hidden; drawing waits for a frame.
  function after() {
    title();
    sound.look();
    announce();
    // No frame is waited for, which a page that nobody sees would not get.
    if (seenLess && board) {
      seenLess = false;
      draw(true);
    }
    soon();
  }

  // What is new is drawn with the next frame; while much comes, the list is drawn ten times a second,
  // or less often where that would take more than a fifth of the time.
  let planned = false;
  let drawn = 0;
  let waiting = 0;
  let pause = limits.pause;
  function soon() {
    if (!board) return;
    const rest = membersDirty ? 0 : drawn + pause - performance.now();
    if (rest > 0) {
      if (!waiting) waiting = setTimeout(() => { waiting = 0; soon(); }, rest);
      return;
    }
    if (planned) return;
    planned = true;
    requestAnimationFrame(() => {
      planned = false;
      if (drawn + pause <= performance.now()) draw(true);
      else {
        draw(false);
        soon();
      }
    });
  }

  function title() {
    const ring = ringing()[0];
    const missed = Number(model.counts.missed) || 0;
    const name = model.name ? cut(model.name, 40) + ' · Callboard' : 'Callboard';
    const text = ring ? '☎ ' + (words(ring.who) ? cut(ring.who, 80) + ' is calling' : 'Incoming call') : (missed ? '(' + missed + ') ' : '') + name;
    if (document.title !== text) document.title = text;
  }

  // ---- Told to those who do not look ----

  const told = { calls: new Set(), said: new Set(), missed: -1, voicemail: -1, ready: false };

  function announce() {
    if (!told.ready) return;
    const now = ringing();
    const fresh = now.filter((call) => !told.calls.has(call.id));
    told.calls = new Set(now.map((call) => call.id));
    if (fresh.length) {
      set($('say'), fresh.map((call) => (words(call.who) ? cut(call.who, 200) + ' is calling' : 'Incoming call') + (words(call.app) ? ', ' + cut(call.app, 100) : '')).join('. '));
    } else if (!now.length) {
      set($('say'), '');
    }
    const missed = Number(model.counts.missed) || 0;
    const voicemail = Number(model.counts.voicemail) || 0;
    const more = [];
    if (told.missed >= 0 && missed > told.missed) more.push(missed + (missed === 1 ? ' missed call' : ' missed calls'));
    if (told.voicemail >= 0 && voicemail > told.voicemail) more.push(voicemail + (voicemail === 1 ? ' voicemail' : ' voicemails'));
    const said = model.places.map((place) => words(place.said)).filter((one) => one);
    if (told.missed >= 0) more.push(...said.filter((one) => !told.said.has(one)).map((one) => cut(one, 200)));
    told.said = new Set(said);
    told.missed = missed;
    told.voicemail = voicemail;
    if (more.length) set($('tell'), more.join(', '));
  }

  let toldTimer = 0;
  function tellAll(text) {
    set($('told'), text);
    clearTimeout(toldTimer);
    toldTimer = setTimeout(() => set($('told'), ''), Math.min(10000, 3000 + text.length * 40));
  }

  // ---- Drawing ----

  let board = null;
  let rowsList = null;
  let day = null;
  const parts = new WeakMap();
  const elements = new Map();
  const reduced = window.matchMedia ? window.matchMedia('(prefers-reduced-motion: reduce)') : { matches: false };

  // Brings the children of a short list to what the items say, by key; elements stay where they can.
  function keyed(parent, items, key, create, fill) {
    const old = new Map();
    for (const child of Array.from(parent.children)) old.set(child.getAttribute('data-id'), child);
    const used = new Set();
    let at = parent.firstElementChild;
    const wanted = items.map((item) => {
      let id = key(item);
      while (used.has(id)) id += ' ';
      used.add(id);
      return id;
    });
    for (const [id, child] of old) {
      if (used.has(id)) continue;
      if (child === at) at = at.nextElementSibling;
      child.remove();
    }
    items.forEach((item, index) => {
      let child = old.get(wanted[index]);
      if (!child) {
        child = create(item);
        child.setAttribute('data-id', wanted[index]);
      }
      fill(child, item);
      if (child === at) at = at.nextElementSibling;
      else parent.insertBefore(child, at);
    });
  }

  function part(element, selector, name, className) {
    return element.querySelector(selector) || element.appendChild(make(name, className));
  }

  function draw(all) {
    if (membersDirty) {
      membersDirty = false;
      drawTheme();
      drawTop();
      drawCalls();
      drawAlerts();
      drawHouse();
      drawTools();
      drawTime();
    }
    if (!all) return;
    const start = drawn = performance.now();
    setTimeout(() => { pause = Math.min(500, Math.max(limits.pause, (performance.now() - start) * 5)); }, 0);
    if (drawRows()) soon();
  }

  function drawTheme() {
    const asked = wishes.get('theme');
    const theme = asked === 'light' || asked === 'dark' ? asked : model.night ? 'night' : 'auto';
    attribute(root, 'data-theme', theme);
  }

  const countNames = { missed: ['missed call', 'missed calls'], voicemail: ['voicemail', 'voicemails'], others: ['other notice', 'other notices'] };

  function drawTop() {
    set(part(board, '.top .name', 'h1', 'name'), model.name || 'Callboard');
    attribute(board, 'data-detail', model.detail);
    const counts = ['missed', 'voicemail', 'others'].filter((name) => Number(model.counts[name]) > 0);
    keyed($('counts'), counts, (name) => name, (name) => {
      const item = make('li', 'count');
      item.append(icon(name), make('b'), make('span'));
      return item;
    }, (item, name) => {
      const number = Number(model.counts[name]);
      set(item.querySelector('b'), String(number));
      set(item.querySelector('span'), countNames[name][number === 1 ? 0 : 1]);
    });
    const phones = model.phones.map((phone) => ({ id: words(phone.phone), state: words(phone.state), name: words(phone.phone), words: words(phone.words) }));
    if (model.radio && (model.radio.state !== 'listening' || !phones.length)) {
      phones.push({ id: 'radio', state: model.radio.state === 'listening' ? 'listening' : 'trouble', name: 'Radio', words: words(model.radio.words) || words(model.radio.state) });
    }
    keyed($('phones'), phones, (phone) => phone.id, () => {
      const item = make('li', 'phone');
      item.append(make('bdi'), make('span', 'words'));
      return item;
    }, (item, phone) => {
      attribute(item, 'data-state', phone.state);
      set(item.querySelector('bdi'), phone.name);
      set(item.querySelector('.words'), phone.words);
    });
    drawLink();
  }

  function drawLink() {
    const link = $('link');
    const gone = lost.told || model.link.state === 'gone';
    if (gone) {
      const sentence = lost.told ? 'The wall does not answer; this is how things were.' : words(model.link.words) || 'The bridge is not there.';
      set(link.querySelector('strong'), sentence);
      const from = lost.told ? lost.since : words(model.link.since);
      set(link.querySelector('.since'), since(from) ? 'Since ' + since(from) + '.' : '');
    }
    link.hidden = !gone;
    mark(board, 'stale', gone);
  }

  function drawCalls() {
    const gone = lost.told || model.link.state === 'gone';
    const calls = gone ? [] : model.calls;
    const place = $('calls');
    const active = document.activeElement;
    const had = place.contains(active);
    keyed(place, calls, (call) => words(call.id), () => {
      const item = make('article', 'call');
      const head = make('p', 'head');
      const via = make('span', 'via');
      const duration = make('span', 'for');
      duration.setAttribute('aria-hidden', 'true');
      via.append(make('bdi', 'app-name'), make('bdi', 'phone-name'));
      head.append(icon('call'), make('span', 'kind'), via, duration);
      const who = make('h2', 'caller');
      who.dir = 'auto';
      who.append(make('span'));
      item.append(head, who);
      return item;
    }, (item, call) => {
      attribute(item, 'data-state', words(call.state));
      set(item.querySelector('.kind'), rings(call) ? (words(call.who) ? 'Incoming call' : '') : 'On the phone');
      set(item.querySelector('.app-name'), cut(words(call.app), 100));
      set(item.querySelector('.phone-name'), cut(words(call.phone), 100));
      set(item.querySelector('.caller span'), rings(call) || words(call.who) ? cut(caller(call), 400) : 'A call');
      if (!rings(call)) unfit(item.querySelector('.caller'));
      let acts = item.querySelector('.acts');
      if (rings(call) && model.mayAct) {
        if (!acts) {
          acts = make('p', 'acts');
          for (const act of ['answer', 'decline']) {
            const button = make('button', act, act === 'answer' ? 'Answer' : 'Decline');
            button.type = 'button';
            button.setAttribute('data-act', act);
            acts.append(button, ' ');
          }
          item.append(acts);
        }
      } else if (acts) {
        acts.remove();
      }
    });
    const ring = calls.some(rings);
    const shape = ring ? calls.map((call) => call.id + call.state + caller(call) + model.mayAct).join('\n') : '';
    mark(board, 'ringing', ring);
    mark(place, 'mixed', ring && !calls.every(rings));
    if (had && !document.contains(active)) focusRow(current(), false);
    cover();
    if (shape !== fitted) {
      fitted = shape;
      if (shape) fit();
    }
  }

  // The largest letters with which a name fits its place, whole words on a line where that is possible.
  let fitted = '';
  function fit() {
    const work = Array.from(document.querySelectorAll('.call[data-state="ringing"] .caller'));
    for (const box of work) {
      const text = box.firstElementChild;
      box.classList.remove('long');
      box.classList.toggle('tall', /[^\u0000-\u024f\u2000-\u206f]/.test(text.textContent));
      const width = box.clientWidth;
      const height = box.clientHeight;
      if (!width || !height) continue;
      const em = parseFloat(getComputedStyle(root).fontSize);
      const fits = (size) => {
        box.style.fontSize = size + 'px';
        return text.scrollWidth <= width && text.scrollHeight <= height + 1 && text.offsetHeight <= height + 1 && box.scrollWidth <= width;
      };
      let low = Math.floor(em * 1.5);
      let high = Math.min(Math.floor(height * 0.8), Math.floor(em * 22));
      if (!fits(low)) {
        box.classList.add('long');
        continue;
      }
      while (high - low > 1) {
        const middle = (low + high) >> 1;
        if (fits(middle)) low = middle;
        else high = middle;
      }
      box.style.fontSize = low + 'px';
    }
  }

  // Once it is answered, its name stands in a bar with the letters of the bar.
  function unfit(box) {
    box.classList.remove('long', 'tall');
    if (box.style.fontSize) box.style.fontSize = '';
  }

  // -- Rows --

  function newRow() {
    const item = make('li', 'row');
    const details = make('details');
    const summary = make('summary');
    const line = make('span', 'line');
    const when = make('time', 'when');
    when.append(make('span', 'day-name'), ' ', make('span', 'hour'));
    const who = make('span', 'who');
    who.append(make('bdi'), ' ', make('span', 'times'));
    const app = make('span', 'app');
    const text = make('span', 'text');
    app.dir = text.dir = 'auto';
    line.append(when, ' ', make('span', 'label'), ' ', who, ' ', app, ' ', text, make('span', 'state hidden'));
    summary.append(line);
    details.append(summary);
    item.append(details);
    return item;
  }

  function partsOf(item) {
    let found = parts.get(item);
    if (found) return found;
    const one = (selector) => item.querySelector(selector);
    found = {
      details: one('details'), summary: one('summary'), when: one('.when'), day: one('.day-name'), hour: one('.hour'), label: one('.label'),
      who: one('.who bdi'), times: one('.times'), app: one('.app'), text: one('.text'), state: one('.line > .state'),
    };
    parts.set(item, found);
    return found;
  }

  function fillRow(item, row) {
    const own = partsOf(item);
    const open = own.details.open;
    attribute(item, 'data-look', words(row.look) || 'plain');
    mark(item, 'gone', row.gone === true);
    mark(item, 'missed', row.missed === true);
    attribute(own.when, 'datetime', words(row.time));
    set(own.day, words(row.day));
    set(own.hour, hourIn(row.time));
    set(own.label, cut(words(row.label), 24));
    set(own.who, cut(words(row.who), open ? 4096 : 160));
    set(own.times, row.count > 1 ? '×' + row.count : '');
    // Of many bridges it matters more where something came from.
    set(own.app, cut(words(row.place) || words(row.app), 80));
    const whole = open ? wholes.get(row) : null;
    if (open && row.cut === true && whole === undefined) fetchWhole(item, row);
    if (whole && whole.who) set(own.who, cut(whole.who, 4096));
    set(own.text, !open ? cut(words(row.text), limits.closedText) : whole && whole.text ? whole.text : words(row.text));
    set(own.state, row.gone === true ? ' (no longer on the phone)' : '');
    if (open) fillMore(item, row);
  }

  // All that a notice says where its row has only the beginning, as long as the row stays as it is; null while it is
  // asked for.
  const wholes = new WeakMap();

  async function fetchWhole(item, row) {
    wholes.set(row, null);
    let whole = { text: '', words: 'Only the beginning can be shown now.' };
    try {
      const response = await fetch('/notice?id=' + encodeURIComponent(row.id), { credentials: 'same-origin', cache: 'no-store' });
      if (response.status === 401) { refuse(); return; }
      const answer = await response.json();
      if (response.ok) {
        const mark = answer.cut === true && !words(answer.text).endsWith('…') ? '…' : '';
        whole = { who: words(answer.who), text: cut(words(answer.text), limits.text) + mark, words: words(answer.words) };
      }
    } catch (error) { /* The beginning stays. */ }
    wholes.set(row, whole);
    // What may not be read any more, or has changed meanwhile, is not shown.
    if (model.detail !== 'full' || lost.refused || model.rows.get(row.id) !== row || elements.get(row.id) !== item) return;
    fillRow(item, row);
  }

  function fillMore(item, row) {
    const own = partsOf(item);
    let more = own.details.querySelector('.more');
    if (!more) more = own.details.appendChild(make('div', 'more'));
    const facts = make('dl');
    const add = (name, value) => {
      if (!value) return;
      const worth = make('dd', '', value);
      worth.dir = 'auto';
      facts.append(make('dt', '', name), worth);
    };
    add('App', words(row.app));
    add('Time', (hourIn(row.time) ? row.time.slice(0, 10) + ' ' + row.time.slice(11, 16) : ''));
    add('Phone', words(row.phone));
    if (row.count > 1) add('Notices', row.count + '; this is the newest');
    const whole = wholes.get(row);
    add('Length', whole ? whole.words : words(row.length));
    add('State', row.gone === true ? 'no longer on the phone' : row.gone === false ? 'on the phone' : '');
    const old = more.querySelector('dl');
    if (!old) more.append(facts);
    else if (old.textContent !== facts.textContent) old.replaceWith(facts);
    const button = more.querySelector('button');
    const may = model.mayAct && row.gone === false && !item.closest('.hits');
    if (may && !button) {
      const clear = make('button', '', question.id === row.id ? question.again : question.first);
      clear.type = 'button';
      clear.setAttribute('data-act', 'clear');
      more.append(clear);
    } else if (!may && button) {
      if (document.activeElement === button) own.summary.focus({ preventScroll: true });
      button.remove();
    }
  }

  let currentId = '';

  function current() {
    return elements.get(currentId) || rowsList.firstElementChild;
  }

  function rove(item) {
    const before = elements.get(currentId);
    if (before && before !== item) partsOf(before).summary.tabIndex = -1;
    currentId = item ? item.getAttribute('data-id') : '';
    if (item && partsOf(item).summary.tabIndex !== 0) partsOf(item).summary.tabIndex = 0;
  }

  function focusRow(item, scroll) {
    if (!item) {
      day.focus({ preventScroll: true });
      return;
    }
    rove(item);
    partsOf(item).summary.focus({ preventScroll: scroll === false });
  }

  // What must not move under a reader: the row with the focus, an open one, or the first that is seen.
  function anchor() {
    const focus = document.activeElement && document.activeElement.closest ? document.activeElement.closest('#rows > .row') : null;
    if (focus) return focus;
    const open = rowsList.querySelector('details[open]');
    if (open) return open.closest('.row');
    if (day.scrollTop < 3) return null;
    const box = day.getBoundingClientRect();
    for (let y = box.top + 2; y < box.top + 100; y += 16) {
      const found = document.elementFromPoint(box.left + box.width / 2, y);
      const row = found && found.closest ? found.closest('#rows > .row') : null;
      if (row) return row;
    }
    return null;
  }

  let unseen = 0;
  let residue = 0;
  let moved = null;
  let lastMove = 0;

  function drawAlerts() {
    keyed($('alerts'), model.places.filter((place) => words(place.said)), (place) => words(place.name), () => {
      const item = make('li', 'alert');
      const picture = make('span', 'picture');
      picture.setAttribute('aria-hidden', 'true');
      item.append(picture, ' ', make('bdi'));
      return item;
    }, (item, place) => {
      set(item.querySelector('.picture'), words(place.picture));
      set(item.querySelector('bdi'), place.said);
    });
  }

  function drawRows() {
    const nothing = $('nothing');
    const empty = !model.order.length && model.detail !== 'counts';
    if (nothing.hidden === empty) nothing.hidden = !empty;
    if (!changed.size && !allDirty && rowsList.childElementCount === model.order.length) return false;

    const active = document.activeElement;
    const focused = active && active.closest ? active.closest('#rows > .row') : null;
    const held = anchor();
    const first = rowsList.firstElementChild;
    const heldTop = held ? held.getBoundingClientRect().top : 0;
    const animate = !held && first && !reduced.matches && !allDirty && document.visibilityState === 'visible' && performance.now() - lastMove > 600;
    const firstTop = animate ? first.offsetTop : 0;
    let neighbour = null;
    if (focused && !model.rows.has(focused.getAttribute('data-id'))) {
      const alive = (item) => item && model.rows.has(item.getAttribute('data-id'));
      let next = focused.nextElementSibling;
      while (next && !alive(next)) next = next.nextElementSibling;
      let previous = focused.previousElementSibling;
      while (previous && !alive(previous)) previous = previous.previousElementSibling;
      neighbour = next || previous;
    }

    const spare = [];
    const start = performance.now();
    for (const [id, item] of elements) {
      if (model.rows.has(id)) continue;
      elements.delete(id);
      item.remove();
      if (spare.length < 64 && item !== focused && !partsOf(item).details.open) spare.push(item);
    }
    let at = rowsList.firstElementChild;
    let above = 0;
    const fresh = [];
    let made = 0;
    let left = 0;
    let some = false;
    for (const id of model.order) {
      const row = model.rows.get(id);
      if (row.day) some = true;
      let item = elements.get(id);
      if (!item) {
        if (made >= limits.newRows || (made >= 16 && performance.now() - start > 8)) {
          left += 1;
          if (at === first) above += 1;
          continue;
        }
        made += 1;
        item = spare.pop() || newRow();
        item.setAttribute('data-id', id);
        partsOf(item).summary.tabIndex = -1;
        elements.set(id, item);
        fillRow(item, row);
        if (at === first) fresh.push(item);
      } else if (allDirty || changed.has(id)) {
        fillRow(item, row);
      }
      if (item === at) at = at.nextElementSibling;
      else rowsList.insertBefore(item, at);
    }
    while (at) {
      const next = at.nextElementSibling;
      at.remove();
      at = next;
    }
    above += fresh.length;
    mark(rowsList, 'days', some);
    changed.clear();
    allDirty = false;

    if (focused && document.activeElement !== active) {
      if (focused.isConnected) active.focus({ preventScroll: true });
      else {
        // What had the focus is gone: a key that was meant for it must not clear its neighbour.
        cleared = Date.now();
        focusRow(neighbour, false);
      }
    }
    const now = elements.get(currentId);
    if (!now) rove(rowsList.firstElementChild);
    if (held && held.isConnected) {
      const shift = held.getBoundingClientRect().top - heldTop;
      if (shift) {
        const wanted = day.scrollTop + shift + residue;
        day.scrollTop = wanted;
        residue = Math.abs(wanted - day.scrollTop) < 1 ? wanted - day.scrollTop : 0;
      }
    } else if (animate && fresh.length && fresh.length < 8 && first.isConnected) {
      const shift = first.offsetTop - firstTop;
      lastMove = performance.now();
      if (shift > 0 && shift < day.clientHeight && rowsList.animate) {
        moved = rowsList.animate([{ transform: 'translateY(' + -shift + 'px)' }, { transform: 'none' }], { duration: 320, easing: 'cubic-bezier(.2,.7,.2,1)' });
        for (const item of fresh) item.animate([{ opacity: 0 }, { opacity: 1 }], { duration: 420, easing: 'ease-out' });
      }
    } else if (moved && fresh.length) {
      lastMove = performance.now();
      moved = null;
    }
    if (above && held && day.scrollTop > 3) newer(unseen + above);
    return left > 0;
  }

  function newer(number) {
    unseen = number;
    const pill = $('newer');
    pill.hidden = !number;
    if (number) set(pill.querySelector('button'), number > 99 ? '99+ newer ↑' : number + ' newer ↑');
  }

  function toTop() {
    const open = rowsList.querySelector('details[open]');
    if (open) open.open = false;
    if (document.activeElement && day.contains(document.activeElement)) document.activeElement.blur();
    rove(rowsList.firstElementChild);
    newer(0);
    day.scrollTo({ top: 0, behavior: reduced.matches ? 'auto' : 'smooth' });
  }

  // -- Things, persons, bridges --

  function drawHouse() {
    const places = model.places;
    keyed($('places'), places, (place) => words(place.name), () => {
      const item = make('li', 'place');
      const picture = make('span', 'picture');
      picture.setAttribute('aria-hidden', 'true');
      item.append(picture, ' ', make('bdi'), ' ', make('span', 'words'));
      return item;
    }, (item, place) => {
      mark(item, 'here', place.here === true);
      mark(item, 'missing', place.missing === true);
      set(item.querySelector('.picture'), words(place.picture));
      set(item.querySelector('bdi'), words(place.name));
      set(item.querySelector('.words'), words(place.words));
    });
    keyed($('bridges'), model.bridges, (bridge) => words(bridge.name), () => {
      const item = make('li', 'bridge');
      item.append(make('bdi'), ' ', make('span', 'words'));
      return item;
    }, (item, bridge) => {
      mark(item, 'trouble', bridge.trouble === true);
      set(item.querySelector('bdi'), words(bridge.name));
      set(item.querySelector('.words'), words(bridge.words));
    });
    mark($('house'), 'some', places.length || model.bridges.length);
    const titles = document.querySelectorAll('#house h2');
    mark(titles[0], 'empty', !places.length);
    mark(titles[1], 'empty', !model.bridges.length);
  }

  // -- Clock --

  let second = 0;
  function drawTime() {
    const now = hostDate(hostNow());
    set($('clock'), hourOf(now));
    set($('date'), longDay(now));
    for (const call of model.calls) {
      const item = document.querySelector('#calls > [data-id="' + CSS.escape(words(call.id)) + '"] .for');
      if (item) set(item, lasted(Date.now() - call.began));
    }
    clearTimeout(second);
    if (model.calls.length) second = setTimeout(drawTime, 1005 - (Date.now() - model.calls[0].began) % 1000);
  }

  // ---- The stream ----

  const lost = { told: false, since: '', at: 0, refused: false };
  let lastId = '';
  let stream = null;
  let heard = Date.now(); // When the stream last moved, or was begun.
  let alive = heard; // When the server last said something.
  let tries = 0;
  let retryTimer = 0;
  let lostTimer = 0;
  let retry = 500;

  function hostMoment(at) {
    const date = hostDate(at + clock.ahead);
    return dayOf(date) + 'T' + hourOf(date);
  }

  function isLost() {
    if (lost.at) return;
    lost.at = Date.now();
    lost.since = hostMoment(alive);
    clearTimeout(lostTimer);
    lostTimer = setTimeout(() => {
      lost.told = true;
      membersDirty = true;
      after();
    }, lostAfter);
  }

  function isBack() {
    tries = 0;
    clearTimeout(lostTimer);
    if (!lost.at) return;
    lost.at = 0;
    lost.told = false;
    membersDirty = true;
    after();
  }

  async function connect() {
    clearTimeout(retryTimer);
    if (stream) stream.abort();
    if (lost.refused) return;
    const own = stream = new AbortController();
    const slow = setTimeout(() => { if (own === stream) isLost(); }, lostAfter);
    heard = Date.now();
    try {
      const headers = { Accept: 'text/event-stream' };
      if (lastId) headers['Last-Event-ID'] = lastId;
      const response = await fetch('/events?of=board', { headers, credentials: 'same-origin', cache: 'no-store', signal: own.signal });
      clearTimeout(slow);
      if (own !== stream) return;
      if (response.status === 401) { refuse(); return; }
      if (response.status === 503) {
        await renew(own);
        return;
      }
      if (!response.ok || !response.body) throw new Error('status ' + response.status);
      heard = alive = Date.now();
      const reader = response.body.getReader();
      const decoder = new TextDecoder();
      const parse = parser();
      for (;;) {
        const piece = await reader.read();
        if (own !== stream) return;
        if (piece.done) break;
        heard = alive = Date.now();
        // Not before: a stream that ends as it begins tells nothing.
        isBack();
        parse(decoder.decode(piece.value, { stream: true }));
      }
      throw new Error('ended');
    } catch (error) {
      clearTimeout(slow);
      if (own !== stream) return;
      stream = null;
      own.abort();
      isLost();
      again();
    }
  }

  // So many pages are live already: this one asks for the board now and then, until it is its turn.
  async function renew(own) {
    const response = await fetch('/board', { credentials: 'same-origin', cache: 'no-store', signal: own.signal });
    if (!response.ok) throw new Error('status ' + response.status);
    const news = await response.json();
    if (own !== stream) return;
    heard = alive = Date.now();
    lastId = '';
    takeBoard(news);
    isBack();
    after();
    tries = 5;
    again();
  }

  function again() {
    clearTimeout(retryTimer);
    const pause = Math.min(5000, retry * Math.pow(1.7, tries)) * (0.8 + Math.random() * 0.4);
    tries += 1;
    retryTimer = setTimeout(connect, pause);
  }

  // Server-sent events, from pieces as they come.
  function parser() {
    let rest = '';
    let name = '';
    let data = [];
    let id = null;
    return (piece) => {
      rest += piece;
      let from = 0;
      let news = false;
      for (;;) {
        const end = rest.indexOf('\n', from);
        if (end < 0) break;
        const line = rest.charCodeAt(end - 1) === 13 && end > from ? rest.slice(from, end - 1) : rest.slice(from, end);
        from = end + 1;
        if (!line) {
          if (data.length) {
            take(name, data.join('\n'), id);
            news = true;
          }
          name = '';
          data = [];
          id = null;
          continue;
        }
        const colon = line.indexOf(':');
        if (colon === 0) continue;
        const field = colon < 0 ? line : line.slice(0, colon);
        const value = colon < 0 ? '' : line.slice(line.charAt(colon + 1) === ' ' ? colon + 2 : colon + 1);
        if (field === 'data') data.push(value);
        else if (field === 'event') name = value;
        else if (field === 'id') id = value;
        else if (field === 'retry' && /^\d+$/.test(value)) retry = Math.min(10000, Math.max(250, Number(value) / 4));
      }
      rest = rest.slice(from);
      if (news) after();
    };
  }

  function take(name, data, id) {
    let news;
    try { news = JSON.parse(data); } catch (error) { return; }
    if (!news || typeof news !== 'object') return;
    if (name === 'board') takeBoard(news);
    else if (name === 'change') takeChange(news);
    if (id !== null) lastId = id;
  }

  function refuse() {
    lost.refused = true;
    clearTimeout(lostTimer);
    clearTimeout(retryTimer);
    if (stream) stream.abort();
    stream = null;
    takeBoard({ detail: model.detail });
    forget();
    seenLess = true;
    after();
    closePanel();
    board.hidden = true;
    $('refused').hidden = false;
    $('refused').focus();
    retryTimer = setTimeout(async function look() {
      try {
        const response = await fetch('/board', { credentials: 'same-origin', cache: 'no-store' });
        if (response.ok) { location.reload(); return; }
      } catch (error) { /* Looks again below. */ }
      retryTimer = setTimeout(look, 30000);
    }, 30000);
  }

  let lastTick = Date.now();
  function tick() {
    const now = Date.now();
    const slept = now - lastTick > 5000 || now < lastTick - 2000;
    lastTick = now;
    if (document.visibilityState === 'visible') {
      if (slept || now - heard > silence) wake();
      if (choices.returns && now - lastTouch > idle && !lost.refused && !covered) {
        if (openPanel) closePanel();
        if (day.scrollTop > 2 || rowsList.querySelector('details[open]') || day.contains(document.activeElement)) toTop();
      }
    } else if (now - heard > 90000) {
      wake();
    }
    drawTime();
  }

  // After sleep nothing tells whether the stream still lives: a new one says what was missed.
  function wake() {
    if (lost.refused) return;
    tries = 0;
    if (Date.now() - heard > silence) isLost();
    connect();
  }

  // ---- Sound ----

  const sound = {
    on: wishes.get('sound') === 'yes' || remembered('sound') === 'yes',
    context: null, timer: 0,
    start() {
      const Context = window.AudioContext || window.webkitAudioContext;
      if (!this.on || !Context) return;
      if (!this.context) this.context = new Context();
      if (this.context.state === 'suspended') this.context.resume().catch(() => {});
    },
    tone(frequency, from, length) {
      const context = this.context;
      const swing = context.createOscillator();
      const loud = context.createGain();
      swing.type = 'sine';
      swing.frequency.value = frequency;
      loud.gain.setValueAtTime(0, from);
      loud.gain.linearRampToValueAtTime(0.16, from + 0.04);
      loud.gain.exponentialRampToValueAtTime(0.001, from + length);
      swing.connect(loud);
      loud.connect(context.destination);
      swing.start(from);
      swing.stop(from + length + 0.05);
    },
    ring() {
      if (!this.context || this.context.state !== 'running') return;
      const now = this.context.currentTime + 0.02;
      this.tone(659.3, now, 0.9);
      this.tone(523.3, now + 0.38, 1.3);
    },
    look() {
      const wanted = this.on && ringing().length > 0;
      if (wanted && !this.timer) {
        this.start();
        this.ring();
        this.timer = setInterval(() => this.ring(), 2600);
      } else if (!wanted && this.timer) {
        clearInterval(this.timer);
        this.timer = 0;
      }
    },
    toggle() {
      this.on = !this.on;
      remember('sound', this.on ? 'yes' : 'no');
      if (this.on) {
        this.start();
        setTimeout(() => { if (!this.timer && this.on) this.ring(); }, 120);
      }
      this.look();
    },
  };

  // ---- Awake, full screen ----

  const awake = {
    on: remembered('awake') === 'yes', lock: null,
    can: 'wakeLock' in navigator,
    async look() {
      if (!this.can || !this.on || this.lock || document.visibilityState !== 'visible') return;
      try {
        this.lock = await navigator.wakeLock.request('screen');
        this.lock.addEventListener('release', () => { this.lock = null; });
      } catch (error) { this.lock = null; }
    },
    toggle() {
      this.on = !this.on;
      remember('awake', this.on ? 'yes' : 'no');
      if (this.on) this.look();
      else if (this.lock) this.lock.release();
    },
  };

  function tool(name) {
    return document.querySelector('[data-tool="' + name + '"]');
  }

  function drawTools() {
    tool('search').hidden = tool('stats').hidden = !model.searches;
    attribute(tool('sound'), 'aria-pressed', String(sound.on));
    tool('awake').hidden = !awake.can;
    attribute(tool('awake'), 'aria-pressed', String(awake.on));
    tool('full').hidden = !document.fullscreenEnabled;
    attribute(tool('full'), 'aria-pressed', String(!!document.fullscreenElement));
    for (const line of document.querySelectorAll('[data-needs]')) {
      line.hidden = line.getAttribute('data-needs') === 'act' ? !model.mayAct : !model.searches;
    }
    if (!model.searches && (openPanel === 'search' || openPanel === 'stats')) closePanel();
  }

  function useTool(name) {
    if (name === 'sound') sound.toggle();
    else if (name === 'awake') awake.toggle();
    else if (name === 'full') {
      if (document.fullscreenElement) document.exitFullscreen();
      else root.requestFullscreen().catch(() => {});
    } else showPanel(name);
    drawTools();
  }

  // ---- Acts ----

  // What is cleared is gone from the phone, too, so the same key or button is needed twice.
  const question = { id: '', since: 0, timer: 0, time: 5000, first: 'Clear from the phone', again: 'Really clear?' };

  function label(id) {
    const item = elements.get(id);
    const button = item && item.querySelector('[data-act=clear]');
    if (button) set(button, id === question.id ? question.again : question.first);
  }

  function unask() {
    const id = question.id;
    clearTimeout(question.timer);
    question.id = '';
    label(id);
  }

  function clear(id, button) {
    const row = model.rows.get(id);
    const now = Date.now();
    if (!row || row.gone === true) {
      unask();
      tellAll('It is no longer on the phone.');
    } else if (question.id === id && now - question.since < question.time) {
      if (now - question.since < guard) return;
      unask();
      act('clear', id, button);
    } else if (now - cleared >= guard) {
      unask();
      question.id = id;
      question.since = now;
      question.timer = setTimeout(unask, question.time);
      label(id);
      tellAll('Clear ' + (words(row.who) ? cut(row.who, 80) : 'this one') + ' from the phone? The same again clears it, Esc does not.');
    }
  }

  async function act(what, id, button) {
    if (Date.now() - ringSince < guard && what !== 'clear') return;
    if (what === 'clear' && Date.now() - cleared < guard) return;
    cleared = Date.now();
    if (button) button.disabled = true;
    const row = model.rows.get(id);
    const detail = model.detail;
    // An answer may come when less may be seen than before.
    const tell = (text) => { if (model.detail === detail && !lost.refused) tellAll(text); };
    try {
      const answer = await post({ act: what, notice: id });
      if (answer.status === 401) refuse();
      else if (!answer.ok) tell(answer.words || 'That did not work.');
      else if (what === 'clear') tell(answer.words || 'Cleared: ' + (row && words(row.who) ? cut(row.who, 80) : 'one notice'));
      else if (answer.words) tell(answer.words);
    } catch (error) {
      tell('The wall does not answer.');
    }
    if (button) button.disabled = false;
  }
  let cleared = 0;

  const onlyLooks = () => (model.bridges.length
    ? 'This wall shows many bridges: calls and notifications are answered and cleared elsewhere.'
    : 'This wall may only look. A link made with --act lets it answer, decline and clear.');

  function actOnRing(what) {
    const call = ringing()[0];
    if (!model.mayAct) tellAll(onlyLooks());
    else if (call) act(what, call.id);
  }

  function clearRow() {
    const item = document.activeElement && document.activeElement.closest ? document.activeElement.closest('#rows > .row') : null;
    if (!model.mayAct) { tellAll(onlyLooks()); return; }
    if (!item) { tellAll('Choose a row first.'); return; }
    const row = model.rows.get(item.getAttribute('data-id'));
    if (!row) tellAll('It is no longer on the phone.');
    else clear(row.id);
  }

  // ---- Panels ----

  let openPanel = null;
  let returnTo = null;
  let covered = null;
  const lowWindow = window.matchMedia('(max-height: 27em)');

  // Whether a ring has all of the window: where that is low, or where there is no day below.
  function ringFills() {
    return board.classList.contains('ringing') && (lowWindow.matches || model.detail === 'counts');
  }

  // A panel waits behind a ring that has all of the window, and so does the focus in it.
  function cover() {
    if (!openPanel || ringFills() === !!covered) return;
    if (!covered) {
      const active = document.activeElement;
      const inside = $(openPanel).contains(active);
      // Whoever is typing has not seen yet that the letters would answer.
      covered = { focus: inside ? active : null, typed: inside && typing(active) };
      $(openPanel).hidden = true;
      if (inside) $('calls').focus({ preventScroll: true });
    } else {
      const focus = covered.focus;
      covered = null;
      $(openPanel).hidden = false;
      if (focus && focus.isConnected) focus.focus({ preventScroll: true });
      else $(openPanel).querySelector('.close').focus({ preventScroll: true });
    }
  }

  function showPanel(name) {
    if (openPanel === name || lost.refused || ringFills()) return;
    if (openPanel) closePanel();
    if ((name === 'search' || name === 'stats') && !model.searches) return;
    returnTo = document.activeElement;
    openPanel = name;
    $(name).hidden = false;
    if (name === 'search') $('search-words').focus();
    else $(name).querySelector('.close').focus();
    if (name === 'stats') range(30);
  }

  function closePanel() {
    if (!openPanel) return;
    $(openPanel).hidden = true;
    openPanel = null;
    covered = null;
    if (returnTo && returnTo.isConnected && returnTo !== document.body) returnTo.focus({ preventScroll: true });
    else if (document.activeElement) document.activeElement.blur();
    returnTo = null;
  }

  function keepInside(event) {
    const reach = Array.from($(openPanel).querySelectorAll('button, input, summary, [tabindex="0"]')).filter((one) => !one.disabled && one.offsetParent !== null);
    const ring = document.querySelectorAll('.board.ringing .acts button');
    const all = reach.concat(Array.from(ring));
    if (!all.length) return;
    const at = all.indexOf(document.activeElement);
    const next = event.shiftKey ? (at <= 0 ? all.length - 1 : at - 1) : (at + 1) % all.length;
    event.preventDefault();
    all[next].focus();
  }

  // -- Search --

  const search = { next: '', asked: null, rows: new Map() };

  async function find(more) {
    const own = search.asked = {};
    const ask = new URLSearchParams();
    ask.set('search', $('search-words').value.trim());
    if ($('search-since').value) ask.set('since', $('search-since').value);
    if ($('search-until').value) ask.set('until', $('search-until').value);
    ask.set('limit', '50');
    if (more) ask.set('before', search.next);
    if (!more) {
      search.rows.clear();
      $('hits').textContent = '';
    }
    $('search-more').hidden = true;
    set($('search-state'), 'Searching …');
    try {
      const response = await fetch('/history?' + ask, { credentials: 'same-origin', cache: 'no-store' });
      if (response.status === 401) { refuse(); return; }
      const answer = await response.json().catch(() => null);
      if (own !== search.asked) return;
      if (!response.ok || !answer) throw new Error(words(answer && answer.words));
      const fresh = list(answer.notices, 200);
      for (const notice of fresh) addHit(notice);
      search.next = words(answer.next);
      const number = search.rows.size;
      const full = number >= limits.hits;
      $('search-more').hidden = !search.next || full;
      set($('search-state'), number ? number + (search.next ? ' found so far' : number === 1 ? ' found' : ' found, these are all') + (full ? '; narrow the days for older ones' : '') : words(answer.meant) ? 'Nothing found. Did you mean “' + words(answer.meant) + '”?' : 'Nothing found.');
      if (more && fresh.length) {
        const item = $('hits').children[number - fresh.length];
        if (item) partsOf(item).summary.focus();
      }
    } catch (error) {
      if (own === search.asked) set($('search-state'), error.message && !(error instanceof TypeError) ? error.message : 'The history could not be searched.');
    }
  }

  const looks = { incoming_call: 'call', active_call: 'call', missed_call: 'missed', voicemail: 'voicemail', social: 'social', email: 'mail', schedule: 'schedule' };

  // An event of the history as a row of the board.
  function addHit(notice) {
    const id = words(notice.id) + ' ' + words(notice.received);
    if (search.rows.has(id)) return;
    const moment = words(notice.sent) || words(notice.received) || words(notice.at);
    const date = new Date(Date.parse(moment.slice(0, 10) + 'T00:00:00Z'));
    const today = hostDate(hostNow());
    const day = isNaN(date) || moment.slice(0, 10) === dayOf(today) ? ''
      : date.getUTCFullYear() === today.getUTCFullYear() ? date.getUTCDate() + ' ' + months[date.getUTCMonth()].slice(0, 3) : date.getUTCDate() + ' ' + months[date.getUTCMonth()].slice(0, 3) + ' ' + date.getUTCFullYear();
    const has = new TextEncoder().encode(words(notice.message)).length;
    const part = notice.message_size > has;
    const text = [words(notice.subtitle), words(notice.message)].filter((one) => one).join('\n') + (part ? '…' : '');
    const row = {
      id, time: moment, day, label: words(notice.label), look: looks[notice.category] || 'plain', who: words(notice.title), app: words(notice.app),
      text: cut(text, limits.text), phone: words(notice.phone), missed: notice.category === 'missed_call',
      length: part ? has + ' of ' + notice.message_size + ' bytes; the phone was asked for no more' : '',
    };
    if (words(notice.site)) row.phone = row.place = words(notice.site) + '/' + words(notice.bridge) + ' ' + row.phone;
    search.rows.set(id, row);
    const item = newRow();
    item.setAttribute('data-id', id);
    $('hits').append(item);
    fillRow(item, row);
  }

  // Empties what stands beside the board: what was found, drawn, asked and said.
  function forget() {
    if (!board) return;
    search.asked = null;
    search.next = '';
    search.rows.clear();
    $('hits').textContent = '';
    $('search-more').hidden = true;
    for (const name of ['search-words', 'search-since', 'search-until']) $(name).value = '';
    $('chart').removeAttribute('src');
    $('chart').alt = '';
    $('chart').hidden = true;
    for (const name of ['search-state', 'stats-state', 'say', 'tell', 'told']) set($(name), '');
  }

  // -- Statistics --

  const chart = { zoom: 1 };

  function range(number) {
    for (const button of document.querySelectorAll('#stats-ranges button')) {
      attribute(button, 'aria-pressed', String(Number(button.getAttribute('data-days')) === number));
    }
    const now = hostNow();
    $('stats-since').value = number ? dayOf(hostDate(now - (number - 1) * 86400000)) : '';
    $('stats-until').value = number ? dayOf(hostDate(now)) : '';
    picture();
  }

  function picture() {
    const ask = new URLSearchParams();
    if ($('stats-since').value) ask.set('since', $('stats-since').value);
    if ($('stats-until').value) ask.set('until', $('stats-until').value);
    const image = $('chart');
    const address = '/stats.svg' + (String(ask) ? '?' + ask : '');
    const from = $('stats-since').value;
    const until = $('stats-until').value;
    image.alt = 'Statistics of the notices ' + (from ? 'from ' + from : 'from the beginning') + (until ? ' until ' + until : ' until today');
    if (image.getAttribute('src') === address && !image.hidden) return;
    set($('stats-state'), 'Drawing …');
    image.hidden = true;
    image.src = address;
  }

  function zoom(by) {
    chart.zoom = by === 0 ? 1 : Math.min(4, Math.max(0.5, chart.zoom * by));
    $('chart').style.width = Math.round(chart.zoom * 100) + '%';
  }

  // ---- Hands ----

  let lastTouch = Date.now();

  function touched() {
    lastTouch = Date.now();
    sound.start();
  }

  function typing(element) {
    return !!element && (element.tagName === 'INPUT' || element.tagName === 'TEXTAREA' || element.isContentEditable);
  }

  function rowAt(way) {
    const all = rowsList.children;
    if (!all.length) return null;
    const inside = document.activeElement && document.activeElement.closest ? document.activeElement.closest('#rows > .row') : null;
    if (way === 'first') return all[0];
    if (way === 'last') return all[all.length - 1];
    if (!inside) return current();
    let item = inside;
    for (let step = 0; step < Math.abs(way); step += 1) {
      const next = way > 0 ? item.nextElementSibling : item.previousElementSibling;
      if (!next) break;
      item = next;
    }
    return item;
  }

  function key(event) {
    touched();
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    const name = event.key;
    // A key that is held asks for nothing more than once.
    if (event.repeat) {
      if (name === 'Enter' && event.target.closest && event.target.closest('[data-act]')) event.preventDefault();
      if (['a', 'd', 'c', 'Delete'].includes(name)) return;
    }
    // Whoever speaks to a page types letters that are not meant for it.
    if (name.length === 1 && !choices.letters) return;
    if (openPanel) {
      if (name === 'Escape' && !covered) { closePanel(); event.preventDefault(); }
      else if (name === 'Tab') keepInside(event);
      else if (!typing(event.target) && !(covered && covered.typed)) {
        if (openPanel === 'stats' && (name === '+' || name === '=')) zoom(1.25);
        else if (openPanel === 'stats' && name === '-') zoom(0.8);
        else if (name === 'a') actOnRing('answer');
        else if (name === 'd') actOnRing('decline');
      }
      return;
    }
    if (typing(event.target) || lost.refused) return;
    const ways = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1, PageDown: 8, PageUp: -8, Home: 'first', End: 'last' };
    if (name in ways) {
      const item = rowAt(ways[name]);
      if (item) focusRow(item, true);
      if (name === 'Home') day.scrollTop = 0;
      event.preventDefault();
    } else if (name === 'Escape' && question.id) {
      unask();
      set($('told'), '');
    } else if (name === 'Escape') {
      const open = rowsList.querySelector('details[open]');
      if (open) {
        open.open = false;
        focusRow(open.closest('.row'), true);
      } else toTop();
    } else if (name === 'ArrowRight' || name === 'ArrowLeft') {
      const item = document.activeElement.closest ? document.activeElement.closest('#rows > .row') : null;
      if (item) partsOf(item).details.open = name === 'ArrowRight';
    } else if (name === '/') { showPanel('search'); event.preventDefault(); }
    else if (name === 's') showPanel('stats');
    else if (name === '?') showPanel('help');
    else if (name === 'a') actOnRing('answer');
    else if (name === 'd') actOnRing('decline');
    else if (name === 'c' || name === 'Delete') clearRow();
  }

  function click(event) {
    const target = event.target.closest ? event.target.closest('button') : null;
    if (!target) return;
    const what = target.getAttribute('data-act');
    if (what) {
      const id = target.closest('[data-id]').getAttribute('data-id');
      // A key, which has no count of clicks, may have been meant for a row.
      if (what === 'answer' && event.detail === 0 && Date.now() - ringSince < callGuard) return;
      if (what === 'clear') clear(id, target);
      else act(what, id, target);
    } else if (target.hasAttribute('data-tool')) useTool(target.getAttribute('data-tool'));
    else if (target.hasAttribute('data-days')) range(Number(target.getAttribute('data-days')));
    else if (target.classList.contains('close')) closePanel();
    else if (target.id === 'search-more') find(true);
    else if (target.id === 'zoom-in') zoom(1.25);
    else if (target.id === 'zoom-out') zoom(0.8);
    else if (target.closest('#newer')) toTop();
  }

  function opened(event) {
    const item = event.target.closest ? event.target.closest('.row') : null;
    if (!item || !item.getAttribute('data-id')) return;
    const hit = !!item.closest('.hits');
    const row = (hit ? search.rows : model.rows).get(item.getAttribute('data-id'));
    if (!row) return;
    if (event.target.open) {
      for (const other of item.parentElement.querySelectorAll('details[open]')) if (other !== event.target) other.open = false;
      if (!hit) rove(item);
    }
    fillRow(item, row);
    if (event.target.open) item.scrollIntoView({ block: item.offsetHeight > item.parentElement.parentElement.clientHeight ? 'start' : 'nearest' });
    const more = event.target.querySelector('.more');
    if (!event.target.open && more) more.remove();
  }

  // ---- The beginning ----

  // The cookie has it by now: nobody has to read it in the address, or keep it with a bookmark.
  function hideToken() {
    if (!wishes.has('token')) return;
    wishes.delete('token');
    wishes.delete('inside');
    const rest = wishes.toString();
    history.replaceState(null, '', '/' + (rest ? '?' + rest : ''));
  }

  function begin() {
    if (document.body.id === 'link-page') { linkPage(); return; }
    board = $('board');
    if (!board) return;
    hideToken();
    day = $('day');
    rowsList = $('rows');
    board.append($('tools'));
    day.tabIndex = $('calls').tabIndex = -1;
    const pill = make('p', 'newer');
    pill.id = 'newer';
    pill.hidden = true;
    const button = make('button');
    button.type = 'button';
    pill.append(button);
    day.prepend(pill);
    for (const item of Array.from(rowsList.children)) {
      elements.set(item.getAttribute('data-id'), item);
      partsOf(item).summary.tabIndex = -1;
    }
    let known = null;
    try { known = JSON.parse($('data').textContent); } catch (error) { known = null; }
    $('data').remove();
    if (known) {
      takeBoard(known);
      after();
      draw(true);
    }
    setTimeout(() => {
      told.ready = true;
      announce();
    }, 300);

    document.addEventListener('keydown', key);
    for (const name in choices) {
      $(name).checked = choices[name];
      $(name).addEventListener('change', () => {
        choices[name] = $(name).checked;
        remember(name, choices[name] ? 'yes' : 'no');
      });
    }
    document.addEventListener('pointerdown', touched, { passive: true });
    for (const name of ['wheel', 'touchmove', 'input']) document.addEventListener(name, () => { lastTouch = Date.now(); }, { passive: true });
    document.addEventListener('click', click);
    document.addEventListener('toggle', opened, true);
    document.addEventListener('focusin', (event) => {
      const item = event.target.closest ? event.target.closest('#rows > .row') : null;
      if (item) rove(item);
    });
    document.addEventListener('fullscreenchange', () => drawTools());
    day.addEventListener('scroll', () => {
      if (unseen && day.scrollTop < 3) newer(0);
    }, { passive: true });
    $('search-form').addEventListener('submit', (event) => {
      event.preventDefault();
      find(false);
    });
    $('stats-since').addEventListener('change', own);
    $('stats-until').addEventListener('change', own);
    $('chart').addEventListener('load', () => {
      $('chart').hidden = false;
      set($('stats-state'), '');
    });
    $('chart').addEventListener('error', () => set($('stats-state'), 'The picture could not be drawn.'));
    function own() {
      for (const one of document.querySelectorAll('#stats-ranges button')) attribute(one, 'aria-pressed', 'false');
      picture();
    }
    document.addEventListener('visibilitychange', () => {
      if (document.visibilityState !== 'visible') return;
      awake.look();
      if (Date.now() - heard > 17000) wake();
      soon();
    });
    window.addEventListener('pageshow', (event) => { if (event.persisted) wake(); });
    window.addEventListener('online', wake);
    let resizing = 0;
    window.addEventListener('resize', () => {
      cancelAnimationFrame(resizing);
      resizing = requestAnimationFrame(() => {
        cover();
        fit();
      });
    });
    setInterval(tick, 1000);
    awake.look();
    connect();
  }

  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', begin);
  else begin();
})();
