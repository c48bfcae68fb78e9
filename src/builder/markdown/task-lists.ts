import { createNode, setAttribute, type Node } from './node.js'

const BOX = /^[ \t\n]*\[( |x|X)\][ \t\n]+/

/** Turns `[ ]` and `[x]` at the start of items into boxes (GFM); later items share the class. */
export function applyTaskList(list: Node): void {
  let hasBoxes = false
  for (const item of list.children) {
    const paragraph = item.children[0]
    if (paragraph?.type !== 'p') continue
    hasBoxes = replaceBox(paragraph) || hasBoxes
    if (hasBoxes) setAttribute(item, 'class', 'task-list-item')
  }
  if (hasBoxes) setAttribute(list, 'class', 'task-list')
}

function replaceBox(paragraph: Node): boolean {
  const [source] = paragraph.children
  const match = source?.type === 'source' ? BOX.exec(source.value) : null
  if (!source || !match) return false
  source.value = source.value.slice(match[0].length)
  paragraph.children.unshift(createNode('raw', boxHtml(match[1] !== ' ')))
  return true
}

function boxHtml(isChecked: boolean): string {
  const checked = isChecked ? ' checked="checked"' : ''
  return `<input type="checkbox" class="task-list-item-checkbox" disabled="disabled"${checked} />`
}
