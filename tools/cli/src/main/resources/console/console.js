'use strict';

const REFRESH_MILLIS = 700;
const TOKEN_KEY = 'counterpoint-token';
const COLOURS = 6;
const byId = (id) => document.getElementById(id);
const token = takeToken();
const drawn = new Map(); // shard name → keys of the documents that are drawn
let drawnSequence = '';

/* The token comes behind the # of the printed address, which no server sees, and stays in this tab alone. */
function takeToken() {
  const given = new URLSearchParams(location.hash.slice(1)).get('token');
  if (given) {
    sessionStorage.setItem(TOKEN_KEY, given);
    history.replaceState(null, '', location.pathname);
  }
  return sessionStorage.getItem(TOKEN_KEY);
}

function element(tag, text, ...classes) {
  const made = document.createElement(tag);
  if (text !== undefined) made.textContent = text;
  made.classList.add(...classes);
  if (tag === 'th') made.scope = 'col';
  return made;
}

function row(...cells) {
  const made = element('tr');
  made.append(...cells);
  return made;
}

const grouped = (text) => /^-?\d+$/.test(text ?? '') ? text.replace(/\B(?=(\d{3})+$)/g, '\u202f') : text ?? '–';

async function ask(path, body) {
  const request = body === undefined ? undefined : {
    method: 'POST', body: JSON.stringify(body), headers: { 'Content-Type': 'application/json', 'X-Counterpoint-Token': token ?? '' },
  };
  const response = await fetch(path, request);
  const answer = await response.json().catch(() => ({ error: `status ${response.status}` }));
  if (!response.ok) throw new Error(answer.error ?? `status ${response.status}`);
  return answer;
}

/* Keeps what is chosen and touches nothing while it is the same, so that an open list stays open. */
function fill(select, values, labels = values) {
  const before = select.value;
  if ([...select.options].map((option) => option.value).join('\n') === values.join('\n')) return;
  select.replaceChildren(...values.map((value, index) => new Option(labels[index], value)));
  if (values.includes(before)) select.value = before;
}

function showProcesses(cluster) {
  const processes = (cluster.router ? [cluster.router] : []).concat(cluster.shards);
  const uri = (process) => { const cell = element('td'); cell.append(element('code', process.uri)); return cell; };
  byId('processes').replaceChildren(...processes.map((process) => row(element('td', process.name), uri(process),
    process.trouble === null ? element('td', 'answers', 'good') : element('td', process.trouble, 'bad'))));
}

function showCounters(cluster) {
  const shards = cluster.shards.map((shard) => shard.name);
  const heads = [element('th', 'Collection'), element('th', 'Field')];
  if (cluster.router) heads.push(element('th', 'find shows', 'number'));
  byId('counters-head').replaceChildren(...heads, ...shards.map((name) => element('th', name, 'number')));
  byId('counters').replaceChildren(...cluster.counters.map((counter) => {
    const cells = [element('td', counter.collection), element('td', counter.field)];
    if (cluster.router) cells.push(element('td', grouped(counter.router), 'number', 'router'));
    for (const name of shards) {
      const last = counter.shards[name];
      const highest = last !== undefined && last === counter.router && last !== '0';
      cells.push(element('td', grouped(last), 'number', ...(highest ? ['top-value'] : [])));
    }
    return row(...cells);
  }));
  byId('no-counters').hidden = cluster.counters.length > 0;
  byId('incomplete').hidden = cluster.complete;
  fill(byId('sequence'), cluster.counters.map((counter) => counter.id), cluster.counters.map((counter) => `${counter.collection} · ${counter.field}`));
  fill(byId('set-where'), [''].concat(shards), ['all shards'].concat(shards));
  byId('stage').hidden = cluster.counters.length === 0;
  byId('all-counters').hidden = cluster.counters.length === 0;
}

function laneOf(name, index) {
  const id = `lane-${index}`;
  const known = byId(id);
  if (known && known.dataset.shard === name) return known;
  known?.remove();
  const lane = element('article', undefined, 'lane');
  lane.id = id;
  lane.dataset.shard = name;
  lane.dataset.colour = index % COLOURS;
  lane.append(element('h3', name), element('p', '–', 'figure'), element('p', '', 'facts'), element('ul', undefined, 'drops'));
  lane.querySelector('.drops').setAttribute('aria-label', `Newest numbers on ${name}`);
  byId('lanes').append(lane);
  return lane;
}

function showLane(part, index, view, shared) {
  const lane = laneOf(part.name, index);
  lane.classList.toggle('silent', part.trouble !== null);
  lane.classList.toggle('highest', part.last !== null && part.last === view.router && part.last !== '0');
  lane.querySelector('.figure').textContent = grouped(part.last);
  const many = (count, word) => `${count.toLocaleString('en')} ${word}${count === 1 ? '' : 's'}`;
  lane.querySelector('.facts').textContent = part.trouble ?? `${many(part.documents, 'document')}, ${many(part.chunks, 'chunk')}`;
  const before = drawn.get(part.name);
  lane.querySelector('.drops').replaceChildren(...part.newest.map((document, place) => {
    const drop = element('li', grouped(document.number), 'drop');
    if (shared.has(document.number)) {
      drop.classList.add('shared');
      drop.title = `Also on ${shared.get(document.number).filter((name) => name !== part.name).join(', ')}`;
    }
    if (before && !before.has(document.key)) {
      drop.classList.add('fresh');
      drop.style.animationDelay = `${Math.min(place, 8) * 40}ms`;
    }
    return drop;
  }));
  drawn.set(part.name, new Set(part.newest.map((document) => document.key)));
}

function showWires(count) {
  const wires = document.querySelector('.wires');
  if (wires.childElementCount === count) return;
  wires.replaceChildren(...Array.from({ length: count }, (_, index) => {
    const path = document.createElementNS(wires.namespaceURI, 'path');
    const x = (index + 0.5) * 100 / count;
    path.setAttribute('d', `M50 0 C50 6 ${x} 4 ${x} 10`);
    return path;
  }));
}

function showCollisions(view) {
  const box = byId('collisions');
  const found = view.collisions;
  box.classList.toggle('some', found !== null && found.values > 0);
  byId('collision-count').textContent = found === null ? '?' : found.values.toLocaleString('en');
  byId('collision-note').textContent = found === null ? 'There are too many documents to look through on every refresh.'
    : found.values === 0 ? 'No number is stored on two shards yet. Insert some documents.'
      : 'numbers are stored more than once. Each shard counts for itself and its unique index ends at its border.';
  byId('collision-list').replaceChildren(...(found?.examples ?? []).map((collision) => {
    const item = element('li');
    item.append(element('b', grouped(collision.number)), ` ${collision.shards.join(' and ')}`);
    return item;
  }));
}

function showSequence(view) {
  if (drawnSequence !== view.id) {
    drawn.clear();
    drawnSequence = view.id;
  }
  byId('router-last').textContent = grouped(view.router);
  const shared = new Map((view.collisions?.examples ?? []).map((collision) => [collision.number, collision.shards]));
  // A number that two of the drawn lanes hold is shared, even if it is not among the highest examples.
  const seen = new Map();
  for (const part of view.shards) {
    for (const { number } of part.newest) seen.set(number, (seen.get(number) ?? []).concat(part.name));
  }
  for (const [number, shards] of seen) if (new Set(shards).size > 1) shared.set(number, shards);
  view.shards.forEach((part, index) => showLane(part, index, view, shared));
  showWires(view.shards.length);
  showCollisions(view);
}

function showLaboratory(lab) {
  fill(byId('scenario'), lab.scenarios);
  const progress = byId('lab-progress');
  progress.hidden = lab.running === '';
  progress.max = Math.max(1, lab.of);
  progress.value = lab.done;
  byId('lab-said').textContent = lab.running === '' ? lab.message : `${lab.running}: ${lab.done} of ${lab.of}. ${lab.message}`;
  byId('reports').replaceChildren(...lab.reports.map((name) => {
    const item = element('li');
    const link = element('a', name);
    link.href = `/reports/${encodeURIComponent(name)}`;
    link.target = '_blank';
    item.append(link);
    return item;
  }));
}

function showState(text, good) {
  byId('state').textContent = text;
  byId('state').className = good ? 'pill good' : 'pill bad';
}

async function look() {
  const status = await ask('/api/status');
  byId('version').textContent = `${status.version}, ${status.kind}`;
  showProcesses(status.cluster);
  showCounters(status.cluster);
  const silent = status.cluster.shards.concat(status.cluster.router ?? []).filter((process) => process.trouble !== null);
  showState(silent.length === 0 ? 'All processes answer' : `${silent.map((process) => process.name).join(', ')}: no answer`, silent.length === 0);
  byId('laboratory').hidden = !status.cluster.router;
  const id = byId('sequence').value;
  if (id) {
    await ask(`/api/sequence?id=${encodeURIComponent(id)}`).then(showSequence, (trouble) => tell(trouble.message, false));
  }
  showLaboratory(await ask('/api/lab'));
}

async function refresh() {
  try {
    await look();
  } catch (trouble) {
    showState(`This process does not answer (${trouble.message})`, false);
  } finally {
    setTimeout(refresh, document.hidden ? 10 * REFRESH_MILLIS : REFRESH_MILLIS);
  }
}

function tell(text, good) {
  byId('told').textContent = text;
  byId('told').classList.toggle('bad', !good);
}

async function act(path, body, done) {
  try {
    await ask(path, body);
    tell(done, true);
    await look();
  } catch (trouble) {
    tell(trouble.message, false);
  }
}

const collectionOf = (id) => id.slice(0, id.lastIndexOf('.'));
const insert = (count) => act('/api/insert', { collection: collectionOf(byId('sequence').value), count }, `Inserted ${count}.`);

for (const button of document.querySelectorAll('[data-count]')) {
  button.addEventListener('click', () => insert(Number(button.dataset.count)));
}
byId('set').addEventListener('submit', (event) => {
  event.preventDefault();
  const shard = byId('set-where').value;
  act('/api/counter', { id: byId('sequence').value, last: byId('set-value').value, ...(shard ? { shard } : {}) },
    `last is ${byId('set-value').value} on ${shard || 'all shards'}.`);
});
byId('create').addEventListener('submit', async (event) => {
  event.preventDefault();
  const collection = byId('create-collection').value;
  const field = byId('create-field').value;
  await act('/api/create', { collection, field }, `Made ${collection}.`);
  byId('sequence').value = `${collection}.${field}`;
  byId('stage').focus();
});
byId('lab').addEventListener('submit', (event) => {
  event.preventDefault();
  ask('/api/lab', { scenario: byId('scenario').value, mode: byId('mode').value }).then(look, (trouble) => {
    byId('lab-said').textContent = trouble.message;
  });
});
document.addEventListener('keydown', (event) => {
  if (event.target.closest('input, select') || event.ctrlKey || event.metaKey || event.altKey || byId('stage').hidden) return;
  const count = { i: 1, t: 10, h: 100 }[event.key];
  if (count) insert(count);
});

if (!token) {
  for (const control of document.querySelectorAll('main button')) control.disabled = true;
  tell('Only looking: open the address that was printed at the start, with its token, to change something.', true);
}
refresh();
