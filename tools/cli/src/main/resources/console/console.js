'use strict';

const REFRESH_MILLIS = 1000;
const byId = (id) => document.getElementById(id);

function cell(tag, text, ...classes) {
  const element = document.createElement(tag);
  element.textContent = text;
  element.classList.add(...classes);
  if (tag === 'th') element.scope = 'col';
  return element;
}

function row(...cells) {
  const element = document.createElement('tr');
  element.append(...cells);
  return element;
}

function showProcesses(cluster) {
  const processes = (cluster.router ? [cluster.router] : []).concat(cluster.shards);
  byId('processes').replaceChildren(...processes.map((process) => row(
    cell('td', process.name),
    cell('td', process.uri),
    process.trouble === null ? cell('td', 'answers', 'good') : cell('td', process.trouble, 'bad'))));
}

function showCounters(cluster) {
  const shards = cluster.shards.map((shard) => shard.name);
  const heads = [cell('th', 'Collection'), cell('th', 'Field')];
  if (cluster.router) heads.push(cell('th', 'router', 'number'));
  byId('counters-head').replaceChildren(...heads, ...shards.map((name) => cell('th', name, 'number')));
  byId('counters').replaceChildren(...cluster.counters.map((counter) => {
    const cells = [cell('td', counter.collection), cell('td', counter.field)];
    if (cluster.router) cells.push(cell('td', counter.router ?? '–', 'number', 'router'));
    for (const name of shards) {
      const last = counter.shards[name];
      const highest = last !== undefined && last === counter.router && last !== '0';
      cells.push(cell('td', last ?? '–', 'number', ...(highest ? ['highest'] : [])));
    }
    return row(...cells);
  }));
  byId('no-counters').hidden = cluster.counters.length > 0;
  byId('incomplete').hidden = cluster.complete;
}

function showState(text, good) {
  const state = byId('state');
  state.textContent = text;
  state.className = good ? 'good' : 'bad';
}

async function refresh() {
  try {
    const response = await fetch('/api/status');
    if (!response.ok) throw new Error(`status ${response.status}`);
    const status = await response.json();
    byId('version').textContent = `${status.version}, ${status.kind}`;
    showProcesses(status.cluster);
    showCounters(status.cluster);
    const silent = status.cluster.shards.concat(status.cluster.router ?? []).filter((process) => process.trouble !== null);
    showState(silent.length === 0 ? 'All processes answer.' : `${silent.length} do not answer.`, silent.length === 0);
  } catch (trouble) {
    showState(`This process does not answer (${trouble.message}).`, false);
  } finally {
    setTimeout(refresh, document.hidden ? 10 * REFRESH_MILLIS : REFRESH_MILLIS);
  }
}

refresh();
