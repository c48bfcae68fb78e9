import type { Grammar } from '../grammar.js'
import { indentation, startBlock } from './indentation.js'
import { sassStates } from './scss.js'

/** Sass in its indented notation: a line ends a statement. */
export const sass: Grammar = {
  states: {
    ...sassStates,
    root: [
      [/[ \t]*\n/, ''],
      [/[ \t]*/, indentation],
    ],
    content: [
      [
        /\/\/.*/,
        (run, text) => {
          run.emit('c1', text)
          startBlock(run, 'single_comment')
        },
      ],
      [
        /\/\*.*\n/,
        (run, text) => {
          run.emit('cm', text)
          startBlock(run, 'multi_comment')
        },
      ],
      [/@import\b/, 'k', 'import'],
      ...(sassStates['content'] ?? []),
      [/=[\w-]+/, 'nf', 'value'],
      [/\+[\w-]+/, 'nd', 'value'],
      [/:/, 'na', 'old_style'],
      [/(?=[^[\n]+?:(?:[^a-z]|$))/, '', 'attribute'],
      [/(?:)/, '', 'selector'],
    ],
    single_comment: [[/.*/, 'c1', '#pop']],
    multi_comment: [[/.*\n/, 'cm', '#pop']],
    import: [
      [/[ \t]+/, ''],
      [/\S+/, 's'],
      [/\n/, '', '#pop'],
    ],
    old_style: ['include:name', [/(?:)/, '', ['#pop', 'value']]],
    end: [
      [
        /\n/,
        (run, text) => {
          run.emit('', text)
          run.pop(run.depth - 1)
        },
      ],
    ],
  },
}
