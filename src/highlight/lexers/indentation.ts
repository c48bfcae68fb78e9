/** For languages in which deeper lines belong to the line above. */

import type { Lexing } from '../lexing.js'

/** Reads the lines below, if they are indented more deeply, in another state. */
export function startBlock(run: Lexing, state: string): void {
  run.pop()
  run.notes.set('block', state).set('block_indent', run.notes.get('indent') ?? '')
}

/** The white space before a line: what follows is `content`, or in the state of the block. */
export function indentation(run: Lexing, text: string): void {
  run.emit('', text)
  run.notes.set('indent', text)
  const [block, indent = ''] = [run.notes.get('block'), run.notes.get('block_indent')]
  if (block !== undefined && text !== indent && text.startsWith(indent)) return run.push(block)
  run.notes.delete('block')
  run.push('content')
}
