'use strict';

const runs = JSON.parse(document.getElementById('data').textContent);
const dark = matchMedia('(prefers-color-scheme: dark)').matches;
const COLOURS = ['#2f6fde', '#e0792b', '#1f9d73', '#b44bc4', '#c9a227', '#d6455d', '#3aa6c4', '#7a6ad8'];
const BAD = dark ? '#ff8a80' : '#c62828';
const QUIET = dark ? '#9aa7b7' : '#5b6776';
const LINE = dark ? '#2b333d' : '#e4e3dd';
const root = document.getElementById('report');

function element(tag, text, ...classes) {
  const made = document.createElement(tag);
  if (text !== undefined) made.textContent = text;
  made.classList.add(...classes);
  return made;
}

const axis = (name, more) => Object.assign({
  name, nameLocation: 'middle', nameGap: 28, nameTextStyle: { color: QUIET }, axisLabel: { color: QUIET, hideOverlap: true },
  axisLine: { lineStyle: { color: LINE } }, splitLine: { lineStyle: { color: LINE } },
}, more);

const frame = (more) => Object.assign({
  animation: false, color: COLOURS, textStyle: { fontFamily: 'inherit' }, grid: { left: 58, right: 16, top: 36, bottom: 48 },
  legend: { top: 0, left: 0, icon: 'circle', textStyle: { color: QUIET } }, tooltip: { trigger: 'item', confine: true },
}, more);

function chart(parent, title, note, option, wide) {
  const card = element('section', undefined, 'card', ...(wide ? ['wide'] : []));
  card.append(element('h3', title), element('p', note, 'quiet'));
  const place = element('div', undefined, 'chart');
  place.setAttribute('role', 'img');
  place.setAttribute('aria-label', `${title}. ${note}`);
  card.append(place);
  parent.append(card);
  const drawn = echarts.init(place, null, { renderer: 'canvas' });
  drawn.setOption(option);
  addEventListener('resize', () => drawn.resize());
}

const scatter = (name, data, more) => Object.assign({ name, type: 'scatter', data, symbolSize: data.length > 2000 ? 3 : 6, large: data.length > 3000 }, more);
const faultBands = (run) => run.faults.length === 0 ? {} : { markArea: { silent: true, itemStyle: { color: dark ? '#ff8a8022' : '#c6282818' },
  label: { color: QUIET, position: 'insideTop' }, data: run.faults.map(([name, from, to]) => [{ name, xAxis: from }, { xAxis: to }]) } };

function valueChart(parent, run) {
  const series = run.shards.map((shard, index) => scatter(shard, run.values.filter((point) => point[2] === index)));
  if (series.length > 0) Object.assign(series[0], faultBands(run));
  const shared = run.values.filter((point) => point[3] === 1);
  chart(parent, 'Every number, when it was acknowledged',
    shared.length === 0 ? 'One dot for each document, coloured by the shard that stores it. No number is stored twice.'
      : `One dot for each document, coloured by its shard. Where lines of two colours run at the same height, both shards hand out the same numbers: ${shared.length.toLocaleString('en')} of the dots drawn share theirs.`,
    frame({ xAxis: axis('ms since the start', { type: 'value' }), yAxis: axis('number', { type: 'value', scale: true, nameGap: 42 }), series }), true);
}

function counterChart(parent, run) {
  if (run.counters.every((row) => row[1] === null)) return;
  const line = (name, column, more) => Object.assign({ name, type: 'line', step: 'end', showSymbol: false, data: run.counters.map((row) => [row[0], row[column]]) }, more);
  const series = run.shards.map((shard, index) => line(shard, index + 2));
  series.push(line('the row that find shows', 1, { lineStyle: { type: 'dashed', width: 2, color: dark ? '#fff' : '#111' }, itemStyle: { color: dark ? '#fff' : '#111' } }));
  chart(parent, 'What the counters stood at', 'The counter of each shard, and the single row that a client of the router sees in admin.counters.',
    frame({ xAxis: axis('ms since the start', { type: 'value' }), yAxis: axis('last', { type: 'value', nameGap: 42 }), series, tooltip: { trigger: 'axis' } }));
}

function collisionChart(parent, run) {
  const cells = run.collisions.flatMap((row, y) => row.map((count, x) => [x, y, count]));
  const most = Math.max(1, ...cells.map((cell) => cell[2]));
  chart(parent, 'Numbers that two shards share', 'Each cell counts the distinct numbers that both shards store; the diagonal those that one shard stores twice, which must be 0.',
    frame({ legend: undefined, xAxis: axis('', { type: 'category', data: run.shards }), yAxis: axis('', { type: 'category', data: run.shards }),
      grid: { left: 64, right: 16, top: 12, bottom: 32 },
      visualMap: { show: false, min: 0, max: most, inRange: { color: dark ? ['#1f262e', BAD] : ['#f2f1ec', BAD] } },
      series: [{ type: 'heatmap', data: cells, label: { show: run.shards.length <= 8, color: dark ? '#fff' : '#111' } }] }));
}

function rankChart(parent, run) {
  chart(parent, 'Order of the numbers against order of the answers', 'On the diagonal the order is the same. Far from it lie numbers that came much earlier or later than their size says.',
    frame({ xAxis: axis('place by acknowledgement', { type: 'value' }), yAxis: axis('place by number', { type: 'value', nameGap: 42 }),
      series: run.shards.map((shard, index) => scatter(shard, run.ranks.filter((point) => point[2] === index))) }));
}

function latencyChart(parent, run) {
  const names = ['acknowledged', 'refused', 'unknown'];
  const colours = [COLOURS[0], COLOURS[1], BAD];
  const series = names.map((name, index) => scatter(name, run.latency.filter((point) => point[2] === index), { itemStyle: { color: colours[index] } }));
  Object.assign(series[0], faultBands(run));
  chart(parent, 'How long each insert took', 'From the moment it was due, waiting included. Shaded: a fault was on.',
    frame({ xAxis: axis('ms since the start', { type: 'value' }), yAxis: axis('ms', { type: 'log', nameGap: 42 }), series: series.filter((one) => one.data.length > 0) }));
}

function gapChart(parent, run) {
  if (run.gaps.length === 0) return;
  const causes = [...new Set(run.gaps.map((gap) => gap[4]))];
  const owners = [...new Set(run.gaps.map((gap) => gap[0]))].sort();
  chart(parent, 'Missing numbers', `${run.gaps.length} runs of numbers that nobody stores, by whose they would be and why they are missing.`,
    frame({ xAxis: axis('number', { type: 'value', scale: true }), yAxis: axis('', { type: 'category', data: owners }), grid: { left: 64, right: 16, top: 36, bottom: 48 },
      series: causes.map((cause) => ({ name: cause, type: 'scatter', symbol: 'rect', symbolSize: [3, 34],
        data: run.gaps.filter((gap) => gap[4] === cause).map((gap) => ({ value: [(gap[1] + gap[2]) / 2, gap[0]], name: `${gap[3]} missing between ${gap[1]} and ${gap[2]}` })) })),
      tooltip: { trigger: 'item', formatter: (item) => `${item.name} (${item.seriesName})` } }));
}

function remainderChart(parent, run) {
  chart(parent, 'Remainders by 16', 'How many numbers leave each remainder. Level bars mean that a partition by remainder would be even.',
    frame({ legend: undefined, xAxis: axis('number mod 16', { type: 'category', data: run.remainders.map((_, index) => index) }), yAxis: axis('documents', { type: 'value', nameGap: 42 }),
      series: [{ type: 'bar', data: run.remainders }] }));
}

function verdictTable(run) {
  const table = element('table');
  const head = element('tr');
  for (const title of ['Verdict', 'Property', 'Promised', 'Smallest counterexample']) head.append(element('th', title));
  table.append(head);
  for (const verdict of run.verdicts) {
    const row = element('tr');
    row.append(element('td', verdict.state, 'state', verdict.state), element('td', verdict.title), element('td', verdict.promised ? 'yes' : 'no'),
      element('td', verdict.explanation + (verdict.violations > 1 ? ` One of ${verdict.violations.toLocaleString('en')}.` : ''), ...(verdict.state === 'valid' ? ['quiet'] : [])));
    table.append(row);
  }
  const scroll = element('div', undefined, 'scroll');
  scroll.append(table);
  return scroll;
}

function metricTable(compared) {
  const table = element('table');
  const head = element('tr');
  head.append(element('th', 'Measure'));
  for (const run of compared) head.append(element('th', compared.length > 1 ? run.mode : 'Value', 'number'));
  table.append(head);
  compared[0].metrics.forEach((metric, index) => {
    metric.readings.forEach((reading, place) => {
      const row = element('tr');
      const name = element('td');
      if (place === 0) name.append(element('strong', metric.name), element('div', metric.definition, 'quiet'));
      name.append(element('div', reading.name));
      row.append(name, ...compared.map((run) => element('td', run.metrics[index].readings[place].text, 'number')));
      table.append(row);
    });
  });
  const scroll = element('div', undefined, 'scroll');
  scroll.append(table);
  return scroll;
}

const answers = ['What the mode promises held in this run.', 'Something that counts was violated.', 'Nothing that counts was violated, but the run does not tell all of it.'];
const states = ['valid', 'violated', 'unknown'];

function showRun(run, titled) {
  if (titled) {
    root.append(element('p', `Counterpoint laboratory · ${run.name} · ${run.mode}`, 'kicker'), element('h1', run.question));
  } else {
    root.append(element('h2', `Mode ${run.mode}`));
  }
  root.append(element('p', run.setting), element('p', run.course));
  const answer = element('div', undefined, 'answer', states[run.exit]);
  answer.append(element('strong', answers[run.exit]), element('p', run.lesson));
  root.append(answer, element('h2', 'Verdicts'), verdictTable(run), element('h2', 'Pictures'));
  const grid = element('div', undefined, 'grid');
  root.append(grid);
  if (run.values.length > 0) {
    for (const draw of [valueChart, counterChart, collisionChart, rankChart]) draw(grid, run);
  }
  latencyChart(grid, run);
  if (run.values.length > 0) {
    gapChart(grid, run);
    remainderChart(grid, run);
  }
}

function reading(run, metric, name) {
  return run.metrics.find((one) => one.name === metric).readings.find((one) => one.name === name)?.value ?? null;
}

function tradeOff(parent) {
  const points = runs.map((run) => ({ name: run.mode, value: [reading(run, 'coordination', 'commands per insert'), reading(run, 'latency', 'p99'), reading(run, 'duplicates', 'cross-shard pairs')] }));
  chart(parent, 'The price of each mode', 'Commands of clients for each insert against the 99th percentile of its time. The label says how many pairs of documents share a number.',
    frame({ legend: undefined, xAxis: axis('commands for each insert', { type: 'value', min: 0 }), yAxis: axis('p99 in ms', { type: 'value', min: 0, nameGap: 42 }),
      series: [{ type: 'scatter', symbolSize: 14, data: points, label: { show: true, position: 'right', color: QUIET, formatter: (item) => `${item.name}: ${item.value[2] ?? 0} shared` } }] }), true);
}

if (runs.length === 1) {
  showRun(runs[0], true);
  root.append(element('h2', 'Measured'), metricTable(runs));
} else {
  root.append(element('p', `Counterpoint laboratory · ${runs[0].name} · ${runs.length} modes, same seed, arrivals and faults`, 'kicker'), element('h1', runs[0].question));
  const table = element('table');
  const head = element('tr');
  head.append(element('th', 'Property'), ...runs.map((run) => element('th', run.mode)));
  table.append(head);
  runs[0].verdicts.forEach((verdict, index) => {
    const row = element('tr');
    row.append(element('td', verdict.title), ...runs.map((run) => {
      const one = run.verdicts[index];
      return element('td', one.state + (one.promised ? '' : ', not promised'), 'state', one.state);
    }));
    table.append(row);
  });
  const scroll = element('div', undefined, 'scroll');
  scroll.append(table);
  root.append(scroll);
  const grid = element('div', undefined, 'grid');
  root.append(grid);
  tradeOff(grid);
  root.append(element('h2', 'Measured'), metricTable(runs));
  runs.forEach((run) => showRun(run, false));
}
for (const run of runs) {
  const details = element('details');
  details.append(element('summary', `All settings of ${run.name}, ${run.mode}`), element('pre', JSON.stringify(run.settings, null, 2)), element('p', `Ran on ${run.cluster}, ${run.started}.`, 'quiet'));
  root.append(details);
}
