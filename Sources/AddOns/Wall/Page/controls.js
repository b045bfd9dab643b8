// The controls of the wall: acts, keys, panels, sound.

// What a person can switch on and off, and the browser remembers.
let kept = {};
try { kept = localStorage || kept; } catch (error) { /* It remembers nothing. */ }
const isOn = {
  letters: kept['callboard-letters'] !== 'no', returns: kept['callboard-returns'] !== 'no',
  sound: wishes.get('sound') === 'yes' || kept['callboard-sound'] === 'yes', awake: kept['callboard-awake'] === 'yes',
};

function turn(name, is = !isOn[name]) {
  isOn[name] = is;
  kept['callboard-' + name] = is ? 'yes' : 'no';
  startSound();
  // Sound is heard once when it is switched on.
  if (name === 'sound') setTimeout(() => { if (isOn.sound && !bell) ring(); }, 120);
  lookSound();
  stayAwake();
  drawTools();
}

// ---- Acts ----

// Clearing also removes the notification from the phone, so the same key or button is needed twice.
const question = { id: '', since: 0, timer: 0 };
let cleared = 0;

const whoOf = (item, other) => item.querySelector('.who bdi').textContent.replace(/^(.{80}).+$/su, '$1…') || other;

function asksAbout(id) {
  clearTimeout(question.timer);
  Object.assign(question, { id, since: Date.now(), timer: id && setTimeout(asksAbout, times.question, '') });
  if (openRow()) offer(openRow());
}

// Whether a row is to be cleared, which is asked at first.
function isConfirmed(item) {
  const since = Date.now() - question.since;
  const isThere = item.isConnected && !item.classList.contains('gone');
  const isAsked = isThere && question.id === idOf(item) && since < times.question;
  if (isAsked && since < times.guard) return false;
  asksAbout(isThere && !isAsked ? idOf(item) : '');
  if (!isThere) tellAll('It is no longer on the phone.');
  else if (!isAsked) tellAll('Clear ' + whoOf(item, 'this one') + ' from the phone? The same again clears it, Esc does not.');
  return isAsked;
}

async function act(what, item, button) {
  if (item.dataset.of === 'phone') return play(what, item);
  if (Date.now() - (what === 'clear' ? cleared : ringSince) < times.guard) return;
  if (what === 'clear' && !isConfirmed(item)) return;
  cleared = Date.now();
  if (button) button.disabled = true;
  const done = what === 'clear' ? 'Cleared: ' + whoOf(item, 'one notification') : '';
  tellOutcome(await post({ act: what, notice: idOf(item) }), done);
  if (button) button.disabled = false;
}

function tellOutcome(answer, done) {
  const text = answer ? answer.words || (answer.ok ? done : 'That did not work.') : 'The wall does not answer.';
  if (text) tellAll(text);
}

// Players whose phone has not answered yet. Their keys do nothing until then, and keep the focus.
const busy = new Set();

async function play(what, { dataset: { id } }) {
  if (busy.has(id)) return;
  busy.add(id);
  tellOutcome(await post({ act: what, phone: id }), '');
  busy.delete(id);
}

function actByKey(what) {
  const item = what === 'clear' ? focusedRow() : ringing()[0];
  if (!may('act')) tellAll($('house').dataset.looks);
  else if (item) act(what, item);
  else if (what === 'clear') tellAll('Choose a row first.');
}

// ---- Keys and clicks ----

let lastTouch = Date.now();
const ways = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1, PageDown: 8, PageUp: -8, Home: -Infinity, End: Infinity };
const acts = { a: 'answer', d: 'decline', c: 'clear', Delete: 'clear' };
const inStatistics = { '+': 1.25, '=': 1.25, '-': 0.8 };
const tools = {
  search: () => showPanel('search'), stats: () => showPanel('stats'), help: () => showPanel('help'), close: closePanel,
  more: () => find(true), range: ({ days }) => range(Number(days)), zoom: ({ by }) => zoom(Number(by)),
  sound: () => turn('sound'), awake: () => turn('awake'),
  full: () => (document.fullscreenElement ? document.exitFullscreen() : root.requestFullscreen()).catch(() => {}),
};
const others = {
  '/': tools.search, s: tools.stats, '?': tools.help,
  ArrowRight: () => openFocused(true), ArrowLeft: () => openFocused(false), Escape: goBack,
};
const openFocused = (isOpen) => { if (focusedRow()) focusedRow().firstElementChild.open = isOpen; };

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
  const all = Array.from(rowsList.children);
  const to = all.indexOf(current()) + (focusedRow() || Math.abs(way) === Infinity ? way : 0);
  focusRow(all[Math.max(0, Math.min(all.length - 1, to))], true);
  if (way === -Infinity) day.scrollTop = 0;
}

function key(event) {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
  const name = event.key;
  // A key that is held asks for nothing more than once.
  if (event.repeat && name === 'Enter' && near(event.target, '[data-act]')) event.preventDefault();
  if (event.repeat && name in acts) return;
  // Voice control types letters that are not meant for the page.
  if (name.length === 1 && !isOn.letters) return;
  if (panel && name === 'Escape' && !covered) {
    event.preventDefault();
    return closePanel();
  }
  // A person who is typing has not seen yet that the letters would answer.
  if (near(event.target, 'input') || near(covered, 'input')) return;
  if (panel?.id === 'stats' && name in inStatistics) zoom(inStatistics[name]);
  else if (panel && !['a', 'd'].includes(name)) return;
  else if (name in ways) go(ways[name]);
  else if (name in acts) actByKey(acts[name]);
  else if (name in others) others[name]();
  if (name in ways || name === '/') event.preventDefault();
}

function click(event) {
  const target = near(event.target, 'button');
  const { act: what, tool } = target?.dataset || {};
  // A key, which has no count of clicks, may have been meant for a row.
  if (what === 'answer' && event.detail === 0 && Date.now() - ringSince < times.callGuard) return;
  if (what) act(what, near(target, '[data-id]'), target);
  else if (tool) tools[tool](target.dataset);
  else if (near(target, '#newer')) toTop();
}

function opened({ target }) {
  const item = near(target, '.row');
  if (!target.open) return refresh(item);
  for (const other of item.parentElement.querySelectorAll('details[open]')) if (other !== target) other.open = false;
  if (rowsList.contains(item)) unfold(item);
  item.scrollIntoView({ block: item.offsetHeight > item.parentElement.parentElement.clientHeight ? 'start' : 'nearest' });
}

// ---- Panels ----

let panel, returnTo;
// While a ring covers the panel: the element in it that gets the focus back.
let covered = null;

// A panel waits behind a ring that has all of the window, and so does the focus in it.
function cover() {
  if (!panel || (panel.offsetHeight === 0) === !!covered) return;
  const inside = panel.contains(document.activeElement) && document.activeElement;
  if (covered) covered.focus({ preventScroll: true });
  else if (inside) $('calls').focus({ preventScroll: true });
  covered = covered ? null : inside || panel.querySelector('.close');
  board.classList.toggle('behind', !covered);
}

function showPanel(name) {
  if (panel?.id === name || (name !== 'help' && !may('search'))) return;
  closePanel();
  returnTo = document.activeElement;
  panel = $(name);
  panel.hidden = false;
  if (!panel.offsetHeight) return closePanel();
  panel.querySelector(name === 'search' ? '#search-words' : '.close').focus();
  board.classList.add('behind');
  if (name === 'stats') range(30);
}

function closePanel() {
  if (!panel) return;
  panel.hidden = true;
  panel = covered = null;
  board.classList.remove('behind');
  document.activeElement?.blur();
  returnTo.focus({ preventScroll: true });
}

const search = { asked: null, next: '' };

async function find(isMore) {
  const own = search.asked = {};
  if (!isMore) $('hits').textContent = search.next = '';
  $('search-more').hidden = true;
  set($('search-state'), 'Searching …');
  const words = Object.fromEntries(new FormData($('search-form')));
  const answer = await read('/history?' + query({ as: 'rows', limit: 50, ...words, before: search.next }));
  if (own !== search.asked) return;
  set($('search-state'), answer?.rows ? addHits(answer) : answer?.words || 'The history could not be searched.');
}

// Adds rows to the hits, and returns how many there are, in words.
function addHits(answer) {
  const hits = $('hits');
  const had = hits.children.length;
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
  image.alt = 'Statistics of the notifications ' + (since ? 'from ' + since : 'from the beginning') + (until ? ' until ' + until : ' until today');
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

let audio, bell = 0, lock;

// Browsers let a page sound once a person has touched it.
function startSound() {
  const Context = window.AudioContext || window.webkitAudioContext;
  if (!isOn.sound || !Context) return;
  audio = audio || new Context();
  if (audio.state === 'suspended') audio.resume().catch(() => {});
}

function ring() {
  if (audio?.state !== 'running') return;
  for (const [frequency, wait, length] of [[659.3, 0.02, 0.9], [523.3, 0.4, 1.3]]) {
    const from = audio.currentTime + wait;
    const swing = audio.createOscillator();
    const loud = audio.createGain();
    swing.frequency.value = frequency;
    loud.gain.setValueAtTime(0, from);
    loud.gain.linearRampToValueAtTime(0.16, from + 0.04);
    loud.gain.exponentialRampToValueAtTime(0.001, from + length);
    swing.connect(loud).connect(audio.destination);
    swing.start(from);
    swing.stop(from + length + 0.05);
  }
}

function lookSound() {
  const isWanted = isOn.sound && ringing().length > 0;
  if (isWanted === !!bell) return;
  clearInterval(bell);
  bell = isWanted ? setInterval(ring, 2600) : 0;
  startSound();
  if (isWanted) ring();
}

async function stayAwake() {
  lock?.release();
  lock = isOn.awake && navigator.wakeLock ? await navigator.wakeLock.request('screen').catch(() => null) : null;
}

function drawTools() {
  const states = { ...isOn, full: !!document.fullscreenElement };
  const isThere = { sound: true, awake: navigator.wakeLock, full: document.fullscreenEnabled };
  for (const tool of $('tools').querySelectorAll('[aria-pressed]')) {
    attribute(tool, 'aria-pressed', String(states[tool.dataset.tool]));
    tool.hidden = !isThere[tool.dataset.tool];
  }
}
