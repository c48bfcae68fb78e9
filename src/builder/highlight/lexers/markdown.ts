import type { Grammar } from '../grammar.js'
import type { Run } from '../run.js'

const fence = (mark: string): RegExp =>
  new RegExp(`^([ \\t]*)(${mark}+)([^\\n\`]*\\n?)(?:(.*?)^([ \\t]*)(\\2)|(.*))`, 's')

function block(run: Run, _text: string, match: RegExpExecArray): void {
  const [, indent = '', mark = '', info = '', body, tail = '', end = '', open = ''] = match
  run.emit('', indent)
  run.emit('p', mark)
  run.emit('nl', info)
  const name = info.trim()
  const whole = body ?? open
  const ending = body?.endsWith('\n') ? '\n' : ''
  const code = whole.slice(0, whole.length - ending.length)
  run.restart(name)
  if (name === '') run.emit('', code)
  else if (run.knows(name)) run.delegate(name, code)
  else run.emit('sb', code)
  run.emit('', ending + tail)
  run.emit('p', end)
}

/** Markdown. */
export const markdown: Grammar = {
  states: {
    root: [
      [/(?<![^])(---\s*\n)(.*?\n?)^(---\s*$\n?)/s, (run, text) => run.delegate('yaml', text)],
      [/\\./, 'se'],
      [/^[^\n]+\n===+\n/, 'gu'],
      [/^[^\n]+\n---+\n/, 'gh'],
      [/^#(?=[^#]).*?$/, 'gh'],
      [/^##*.*?$/, 'gu'],
      [fence('```'), block],
      [fence('~~~'), block],
      [/\n\n(?:(?: {4}|\t).*?\n|\n)+/, 'sb'],
      [/(`+)(?:`|[^`]).*?\1/s, 'sb'],
      [/^(?:\s*[*]){3,}\s*$/, 'p'],
      [/^(?:\s*[-]){3,}\s*$/, 'p'],
      [/^\s*[*+-](?=\s)/, 'p'],
      [/^\s*\d+\.(?=\s)/, 'p'],
      [/^\s*>+.*$/, 'gt'],
      [/(!?\[)(?=\])/, 'p', 'link_text'],
      [/^( *)(\[)([^\]\n]*)(\])(:)( *)/, ['', 'p', 'ss', 'p', 'p', ''], ['title', 'url']],
      [/(!?\[)((?:\\.|[^\\\n]|\n(?!\n)){0,600}?)(\])(?=[[(])/, ['p', 'nv', 'p'], 'link'],
      [/<[a-z][a-z0-9+.-]*:[^>\s]*>|<[^>\s]+@[^>\s]+>/i, 'nv'],
      [/\*\*.*?\*\*/s, 'gs'],
      [/\*[^*\n]*?\*/, 'ge'],
      [/&\S*?;/, 'ni'],
      [/<!--.*?-->|<\/?[a-z!?][^>]*>/is, (run, text) => run.delegate('html', text)],
      [/[^\\`[*\n&<!]+/, ''],
      [/[\n![&<]/, ''],
    ],
    link_text: [[/\]/, 'p', '#pop']],
    link: [
      [/(\[)([^\]]*?)(\])/, ['p', 'ss', 'p']],
      [/\(/, 'p', ['inline', 'title', 'url']],
      [/[ \t]+/, ''],
      [/(?:)/, '', '#pop'],
    ],
    url: [
      [/[ \t]+/, ''],
      [/(<)(.*?)(>)/, ['p', 'sx', 'p'], '#pop'],
      [/[^\s)]+/, 'sx', '#pop'],
      [/(?:)/, '', '#pop'],
    ],
    title: [
      [/"[^"\n]*"|'[^'\n]*'/, 'nn'],
      [/\([^)\n]*\)/, 'nn'],
      [/\s+(?=["'()])/, ''],
      [/(?:)/, '', '#pop'],
    ],
    inline: [
      [/[ \t]+/, ''],
      [/\)/, 'p', '#pop'],
      [/(?:)/, '', '#pop'],
    ],
  },
}
