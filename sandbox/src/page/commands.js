// What the page does not change itself: the commands that do, with curl and the control endpoints.

import { copier, h } from './dom.js';

/** What each does, and its arguments; `$C` is the control URL of the world. */
const COMMANDS = [
  ['Show addresses, tokens, ids and variants', '$C/state'],
  ['Show all data, as a seed', '$C/state/data'],
  ['Replace all data by those of a seed', '-X PUT $C/state/data -d @seed.json'],
  ['Restore the data', '-X POST $C/seed'],
  ['Restore everything', '-X POST $C/reset'],
  ['Set the variant of a quirk', `-X PUT $C/quirks/timestamps -d '{"variant": "sample"}'`],
  ['Set the variants of all quirks', `-X PUT $C/variants -d '{"preset": "observed"}'`],
  ['Set optional properties of responses to null', `-X PUT $C/nulls -d '{"nulls": "all"}'`],
  ['Limit the rate', `-X PUT $C/rate_limit -d '{"per_second": 6, "in_flight": 10}'`],
  ['Make the next process fail', `$C/processes/next/end -d '{"status": "failed"}'`],
  ['Show the events sent to webhooks', '$C/deliveries'],
  ['Remove the recorded requests', '-X DELETE $C/requests'],
  ['Create a world', `$ROOT/worlds -d '{"name": "mine"}'`],
  ['Remove a world', '-X DELETE $ROOT/worlds/mine'],
];

export function commands({ control_url: url }) {
  const root = url.replace(/\/worlds\/[^/]+$/, '');
  return h(
    'details',
    { name: 'panel' },
    h('summary', 'Commands'),
    h(
      'dl',
      COMMANDS.map(([what, text]) => {
        const command = `curl ${text.replace('$C', url).replace('$ROOT', root)}`;
        return [
          h('dt', what),
          h('dd', h('code', command), ' ', copier(`command: ${what}`, () => command)),
        ];
      }),
    ),
  );
}
