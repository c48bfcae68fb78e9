import { createNode, type Node } from './node.js'

const BOX = /^\[( |x|X)\] ?/

/** Turns `[ ]` and `[x]` at the start of items into boxes (GFM). */
export function applyTaskList(list: Node): void {
  let hasBoxes = false
  for (const item of list.children) {
    const source = item.children[0]?.type === 'p' ? item.children[0].children[0] : undefined
    const match = source?.type === 'source' ? BOX.exec(source.value) : null
    if (!source || !match) continue
    hasBoxes = true
    source.value = source.value.slice(match[0].length)
    const box = createNode('raw', boxHtml(match[1] !== ' '))
    item.children[0]?.children.unshift(box)
    item.attributes = new Map([['class', 'task-list-item']])
  }
  if (hasBoxes) list.attributes = new Map([['class', 'task-list']])
}

function boxHtml(isChecked: boolean): string {
  const checked = isChecked ? ' checked="checked"' : ''
  return `<input type="checkbox" class="task-list-item-checkbox" disabled="disabled"${checked} />`
}
