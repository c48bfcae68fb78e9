import type { Grammar } from '../grammar.js'

/** Differences between files, in the common formats. */
export const diff: Grammar = {
  states: {
    root: [
      [/^ .*$\n?/, ''],
      [/^---$\n?/, 'p'],
      [/^[+>]+.*$\n?/, 'gi'],
      [/^[-<]+.*$\n?/, 'gd'],
      [/^!.*$\n?/, 'gs'],
      [/^([Ii]ndex|diff).*$\n?/, 'gh'],
      [/^=.*$\n?/, 'gh'],
      [/^(@@[^\n@]*@@)(.*\n?)/, ['p', '']],
      [/^\w.*$\n?/, 'p'],
      [/\s.*$\n?|\n/, ''],
    ],
  },
}
