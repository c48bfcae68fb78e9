/** Task lists of GFM: `[ ]` and `[x]` at the start of list items. */

import { createNode, setAttribute, type Node } from '../tree/node.js'

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
  paragraph.children.unshift(createBox(match[1] !== ' '))
  return true
}

function createBox(isChecked: boolean): Node {
  const box = createNode('html', 'input')
  box.attributes = new Map([
    ['type', 'checkbox'],
    ['class', 'task-list-item-checkbox'],
    ['disabled', 'disabled'],
  ])
  if (isChecked) box.attributes.set('checked', 'checked')
  return box
}
