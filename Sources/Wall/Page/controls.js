// The controls of the wall: acts, keys, panels, sound.

// ---- Acts ----

// A notice that is cleared goes from the phone, too, so the same key or button is needed twice.
const question = { id: '', since: 0, timer: 0, time: 5000, first: 'Clear from the phone', again: 'Really clear?' };
let cleared = 0;

function whoOf(item, other) {
  const letters = Array.from(item.querySelector('.who bdi').textContent);
  return letters.slice(0, 80).join('') + (letters.length > 80 ? '…' : '') || other;
}

function asksAbout(id) {
  clearTimeout(question.timer);
  for (const [one, text] of [[question.id, question.first], [id, question.again]]) {
    const button = elements.has(one) && elements.get(one).querySelector('[data-act=clear]');
    if (button) set(button, text);
  }
  question.id = id;
}

function clear(item, button) {
  const since = Date.now() - question.since;
  if (!item.isConnected || item.classList.contains('gone')) {
    asksAbout('');
    tellAll('It is no longer on the phone.');
  } else if (question.id === idOf(item) && since < question.time) {
    if (since < guard) return;
    asksAbout('');
    act('clear', item, button);
  } else if (Date.now() - cleared >= guard) {
    asksAbout(idOf(item));
    question.since = Date.now();
    question.timer = setTimeout(() => asksAbout(''), question.time);
    tellAll('Clear ' + whoOf(item, 'this one') + ' from the phone? The same again clears it, Esc does not.');
  }
}

async function act(what, item, button) {
  if (Date.now() - (what === 'clear' ? cleared : ringSince) < guard) return;
  cleared = Date.now();
  if (button) button.disabled = true;
  const before = detail();
  const done = what === 'clear' ? 'Cleared: ' + whoOf(item, 'one notice') : '';
  let text = 'The wall does not answer.';
  try {
    const answer = await post({ act: what, notice: idOf(item) });
    if (answer.status === 401) refuse();
    text = answer.words || (answer.isDone ? done : 'That did not work.');
  } catch (error) { /* It says so. */ }
  // An answer may come when less may be seen than before.
  if (text && detail() === before && !lost.isRefused) tellAll(text);
  if (button) button.disabled = false;
}

function actByKey(what) {
  const item = what === 'clear' ? focusedRow() : ringing()[0];
  if (!may('act')) tellAll($('house').getAttribute('data-looks'));
  else if (item) (what === 'clear' ? clear(item) : act(what, item));
  else if (what === 'clear') tellAll('Choose a row first.');
}

// ---- Keys and clicks ----

let lastTouch = Date.now();
function touched() {
  lastTouch = Date.now();
  sound.start();
}

const ways = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1, PageDown: 8, PageUp: -8, Home: -Infinity, End: Infinity };
const letters = {
  '/': () => showPanel('search'), s: () => showPanel('stats'), '?': () => showPanel('help'),
  a: () => actByKey('answer'), d: () => actByKey('decline'), c: () => actByKey('clear'), Delete: () => actByKey('clear'),
  ArrowRight: () => openFocused(true), ArrowLeft: () => openFocused(false), Escape: goBack,
};
const inStatistics = { '+': 1.25, '=': 1.25, '-': 0.8 };

function openFocused(isOpen) {
  if (focusedRow()) focusedRow().firstElementChild.open = isOpen;
}

function goBack() {
  const open = openRow();
  if (question.id) {
    asksAbout('');
    set($('told'), '');
  } else if (open) {
    open.firstElementChild.open = false;
    focusRow(open, true);
  } else toTop();
}

// Goes so many rows; the first key of all only chooses the one where the focus was last.
function go(way) {
  const inside = focusedRow();
  let item = inside || current();
  for (let left = Math.abs(way); item && left > 0 && (inside || left === Infinity); left -= 1) {
    const next = way > 0 ? item.nextElementSibling : item.previousElementSibling;
    if (!next) break;
    item = next;
  }
  if (item) focusRow(item, true);
  if (way === -Infinity) day.scrollTop = 0;
}

function key(event) {
  touched();
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
  const name = event.key;
  // A key that is held asks for nothing more than once.
  if (event.repeat && name === 'Enter' && near(event.target, '[data-act]')) event.preventDefault();
  if (event.repeat && ['a', 'd', 'c', 'Delete'].includes(name)) return;
  // Voice control types letters that are not meant for the page.
  if (lost.isRefused || (name.length === 1 && !choices.letters)) return;
  if (openPanel && name === 'Escape' && !covered) {
    closePanel();
    event.preventDefault();
  } else if (openPanel && name === 'Tab') keepInside(event);
  else if (typing(event.target) || (covered && covered.isTyped)) return;
  else if (openPanel === 'stats' && name in inStatistics) zoom(inStatistics[name]);
  else if (openPanel && !['a', 'd'].includes(name)) return;
  else if (name in ways) go(ways[name]);
  else if (name in letters) letters[name]();
  if (name in ways || name === '/') event.preventDefault();
}

function click(event) {
  const target = near(event.target, 'button');
  if (!target) return;
  const { act: what, tool, days: number, zoom: by } = target.dataset;
  const item = near(target, '[data-id]');
  // A key, which has no count of clicks, may have been meant for a row.
  if (what === 'answer' && event.detail === 0 && Date.now() - ringSince < callGuard) return;
  if (what === 'clear') clear(item, target);
  else if (what) act(what, item, target);
  else if (tool) useTool(tool);
  else if (number) range(Number(number));
  else if (by) zoom(Number(by));
  else if (target.classList.contains('close')) closePanel();
  else if (target.id === 'search-more') find(true);
  else if (near(target, '#newer')) toTop();
}

function opened(event) {
  const item = near(event.target, '.row');
  const isHit = !!near(item, '.hits');
  if (!item || !event.target.open) {
    if (item && elements.get(idOf(item)) === item) refresh(item);
    return;
  }
  for (const other of item.parentElement.querySelectorAll('details[open]')) if (other !== event.target) other.open = false;
  if (!isHit) rove(item);
  if (!isHit) dressRow(item);
  item.scrollIntoView({ block: item.offsetHeight > item.parentElement.parentElement.clientHeight ? 'start' : 'nearest' });
}

// ---- Panels ----

let openPanel = null;
let returnTo = null;
// While a ring covers the panel: the element with the focus, and whether it was being typed in.
let covered = null;
const lowWindow = window.matchMedia('(max-height: 27em)');

// Whether a ring has all of the window: where that is low, or where there is no day below.
const ringFills = () => board.classList.contains('ringing') && (lowWindow.matches || detail() === 'counts');

// A panel waits behind a ring that has all of the window, and so does the focus in it.
function cover() {
  if (!openPanel || ringFills() === !!covered) return;
  const active = document.activeElement;
  const { focus } = covered || {};
  const isInside = $(openPanel).contains(active);
  $(openPanel).hidden = !covered;
  if (covered) {
    covered = null;
    (focus && focus.isConnected ? focus : $(openPanel).querySelector('.close')).focus({ preventScroll: true });
    return;
  }
  // A person who is typing has not seen yet that the letters would answer.
  covered = { focus: isInside ? active : null, isTyped: isInside && typing(active) };
  if (isInside) $('calls').focus({ preventScroll: true });
}

function showPanel(name) {
  if (openPanel === name || lost.isRefused || ringFills()) return;
  closePanel();
  if ((name === 'search' || name === 'stats') && !may('search')) return;
  returnTo = document.activeElement;
  openPanel = name;
  $(name).hidden = false;
  (name === 'search' ? $('search-words') : $(name).querySelector('.close')).focus();
  if (name === 'stats') range(30);
}

function closePanel() {
  if (!openPanel) return;
  $(openPanel).hidden = true;
  openPanel = covered = null;
  if (returnTo && returnTo.isConnected && returnTo !== document.body) returnTo.focus({ preventScroll: true });
  else if (document.activeElement) document.activeElement.blur();
  returnTo = null;
}

function keepInside(event) {
  const inside = Array.from($(openPanel).querySelectorAll('button, input, summary, [tabindex="0"]'));
  const all = inside.concat(Array.from(board.querySelectorAll('.acts button'))).filter((one) => !one.disabled && one.offsetParent);
  const at = all.indexOf(document.activeElement);
  event.preventDefault();
  if (all.length) all[event.shiftKey ? (at <= 0 ? all.length : at) - 1 : (at + 1) % all.length].focus();
}

const search = { asked: null, next: '' };

async function find(isMore) {
  const own = search.asked = {};
  const hits = $('hits');
  if (!isMore) hits.textContent = '';
  $('search-more').hidden = true;
  set($('search-state'), 'Searching …');
  const [wanted, since, until] = ['words', 'since', 'until'].map((name) => $('search-' + name).value.trim());
  let text = 'The history could not be searched.';
  try {
    const response = await ask('/history?' + query({ as: 'rows', limit: 50, search: wanted, since, until, before: isMore && search.next }));
    if (response.status === 401) { refuse(); return; }
    const answer = await response.json();
    if (own !== search.asked) return;
    if (response.ok) text = addHits(answer, hits.children.length);
    else text = answer.words || text;
  } catch (error) { /* It says so. */ }
  if (own === search.asked) set($('search-state'), text);
}

// Adds rows to the hits, and returns how many there are, in words.
function addHits(answer, had) {
  const hits = $('hits');
  for (const row of answer.rows.map(parsed)) {
    if (!hits.querySelector('[data-id="' + CSS.escape(idOf(row)) + '"]')) hits.append(row);
  }
  search.next = answer.next || '';
  const number = hits.children.length;
  const isFull = number >= limits.hits;
  $('search-more').hidden = !search.next || isFull;
  if (had && number > had) summaryOf(hits.children[had]).focus();
  if (!number) return answer.meant ? 'Nothing found. Did you mean “' + answer.meant + '”?' : 'Nothing found.';
  const rest = search.next ? ' found so far' : number === 1 ? ' found' : ' found, these are all';
  return number + rest + (isFull ? '; narrow the days for older ones' : '');
}

// Empties everything beside the board: hits, statistics, questions, announcements.
function forget() {
  Object.assign(search, { asked: null, next: '' });
  $('search-more').hidden = $('chart').hidden = true;
  $('chart').removeAttribute('src');
  $('chart').alt = '';
  for (const name of ['search-words', 'search-since', 'search-until']) $(name).value = '';
  for (const name of ['hits', 'search-state', 'stats-state', 'say', 'tell', 'told']) $(name).textContent = '';
}

function range(number) {
  const now = Date.now();
  $('stats-since').value = number ? dayOf(hostDate(now - (number - 1) * 86400000)) : '';
  $('stats-until').value = number ? dayOf(hostDate(now)) : '';
  picture(number);
}

function picture(number) {
  for (const button of $('stats-ranges').children) attribute(button, 'aria-pressed', String(Number(button.dataset.days) === number));
  const [since, until] = [$('stats-since').value, $('stats-until').value];
  const address = ('/stats.svg?' + query({ since, until })).replace(/\?$/, '');
  const image = $('chart');
  image.alt = 'Statistics of the notices ' + (since ? 'from ' + since : 'from the beginning') + (until ? ' until ' + until : ' until today');
  if (image.getAttribute('src') === address && !image.hidden) return;
  set($('stats-state'), 'Drawing …');
  image.hidden = true;
  image.src = address;
}

let scale = 1;
function zoom(by) {
  scale = Math.min(4, Math.max(0.5, scale * by));
  $('chart').style.width = Math.round(scale * 100) + '%';
}

// ---- Sound, awake, full screen ----

const sound = {
  isOn: wishes.get('sound') === 'yes' || remembered('sound') === 'yes',
  context: null, timer: 0,
  start() {
    const Context = window.AudioContext || window.webkitAudioContext;
    if (!this.isOn || !Context) return;
    this.context = this.context || new Context();
    if (this.context.state === 'suspended') this.context.resume().catch(() => {});
  },
  tone(frequency, from, length) {
    const swing = this.context.createOscillator();
    const loud = this.context.createGain();
    swing.frequency.value = frequency;
    loud.gain.setValueAtTime(0, from);
    loud.gain.linearRampToValueAtTime(0.16, from + 0.04);
    loud.gain.exponentialRampToValueAtTime(0.001, from + length);
    swing.connect(loud);
    loud.connect(this.context.destination);
    swing.start(from);
    swing.stop(from + length + 0.05);
  },
  ring() {
    if (!this.context || this.context.state !== 'running') return;
    this.tone(659.3, this.context.currentTime + 0.02, 0.9);
    this.tone(523.3, this.context.currentTime + 0.4, 1.3);
  },
  look() {
    const isWanted = this.isOn && ringing().length > 0;
    if (isWanted === !!this.timer) return;
    clearInterval(this.timer);
    this.timer = isWanted ? setInterval(() => this.ring(), 2600) : 0;
    if (isWanted) this.start();
    if (isWanted) this.ring();
  },
  turned() {
    this.start();
    if (this.isOn) setTimeout(() => { if (!this.timer && this.isOn) this.ring(); }, 120);
    this.look();
  },
};

const awake = {
  isOn: remembered('awake') === 'yes', lock: null,
  async look() {
    if (!navigator.wakeLock || !this.isOn || this.lock || document.visibilityState !== 'visible') return;
    this.lock = await navigator.wakeLock.request('screen').catch(() => null);
    if (this.lock) this.lock.addEventListener('release', () => { this.lock = null; });
  },
  turned() {
    if (this.isOn) this.look();
    else if (this.lock) this.lock.release();
  },
};

function drawTools() {
  const draw = (name, isOn, isThere) => {
    const tool = document.querySelector('[data-tool="' + name + '"]');
    attribute(tool, 'aria-pressed', String(isOn));
    tool.hidden = !isThere;
  };
  draw('sound', sound.isOn, true);
  draw('awake', awake.isOn, navigator.wakeLock);
  draw('full', !!document.fullscreenElement, document.fullscreenEnabled);
  if (openRow()) offer(openRow());
  if (!may('search') && (openPanel === 'search' || openPanel === 'stats')) closePanel();
}

function useTool(name) {
  const own = { sound, awake }[name];
  if (own) {
    own.isOn = !own.isOn;
    remember(name, own.isOn);
    own.turned();
  } else if (name !== 'full') showPanel(name);
  else if (document.fullscreenElement) document.exitFullscreen();
  else root.requestFullscreen().catch(() => {});
  drawTools();
}
