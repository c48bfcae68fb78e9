import type { Grammar } from '../grammar.js'

const PROMPT = '^(?:irb\\b[^>\\n]*>|pry\\b[^>\\n]*>|\\[\\d+\\] pry\\([^\\n)]*\\)[^>\\n]*>)'

/** Sessions of Ruby: prompts, code, what it printed and what it gave. */
export const irb: Grammar = {
  states: {
    root: [
      [
        new RegExp(`(${PROMPT})([ \\t]*(?:\\n|$)|[ \\t]*)([^\\n]*\\n?)`),
        (run, _text, match) => {
          run.emit('gp', match[1] ?? '')
          run.emit('w', match[2] ?? '')
          run.delegate('ruby', match[3] ?? '')
        },
      ],
      [/=>/, 'p', 'result'],
      [/\.\.\.[^\n]*\n?/, 'c'],
      [/[ \t]*#[^\n]*\n?/, 'c'],
      [/[A-Z]\w*(?:::\w+)*(?:Error|Exception)\b[^\n]*\n?/, 'gr', 'error'],
      [/[^\n]+\n?/, 'go'],
    ],
    error: [
      [new RegExp(`(?=${PROMPT})`), '', '#pop'],
      [/[^\n]+\n?/, 'gr'],
      [/\n/, 'err'],
    ],
    result: [
      [new RegExp(`(?=${PROMPT})`), '', '#pop'],
      [/^(?:[ \t]+#|#(?!<))[^\n]*\n?/, 'c', '#pop'],
      [/#</, 'kt', 'object'],
      [/(?:[^#\n]|#(?!<))+\n?|\n/, (run, text) => run.delegate('ruby', text)],
    ],
    object: [
      [new RegExp(`(?=${PROMPT})`), '', '#pop:2'],
      [/#</, 'kt', 'object'],
      [/>/, 'kt', '#pop'],
      [/(?:[^#>\n]|#(?!<))+\n?|\n/, (run, text) => run.delegate('ruby', text)],
    ],
  },
}
