/** CSS in which `@extend` is still to be carried out, carried out. */

import { PLACE_MARK } from '../line-comments.js'
import { isKeyframes, piecesOf } from '../blocks.js'
import { Extender, type RuleSelectors } from './extender.js'
import { EXTEND, hasMarks, unmarkExtends } from './marks.js'
import { Nesting } from './nesting.js'
import { printList, visible } from './print.js'
import { isCompound, parseList, UnknownSelector, type Complex } from './selector.js'
import { TooMany } from './sequences.js'

/** A piece of the text that another one takes the place of. */
interface Change {
  readonly from: number
  readonly to: number
  readonly text: string
}

/** A block of the style sheet. */
interface Node {
  /** Before what says the place of its selectors, where that is there. */
  readonly from: number
  readonly headFrom: number
  /** Before its brace. */
  readonly headEnd: number
  /** Behind its last brace. */
  to: number
  /** Null of what is no rule. */
  readonly rule: (RuleSelectors & { written: readonly Complex[] }) | null
  /** Or in such. */
  readonly isOfFrames: boolean
  readonly children: Node[]
  readonly extends: { readonly from: number; readonly to: number }[]
  /** What it holds besides. */
  statements: number
}

/** CSS in which it is carried out. */
interface Extended {
  readonly css: string
  /** Whether each target is there; one may be in a rule that declares nothing, which is in no CSS. */
  readonly isSatisfied: boolean
}

/**
 * The CSS with its selectors extended as libsass extends them, and without placeholders; null where that cannot be
 * done here.
 */
export function extendCss(css: string, isCompressed: boolean): Extended | null {
  if (!hasMarks(css)) return { css, isSatisfied: true }
  try {
    const extender = new Extender()
    const root = carryOut(css, extender)
    const written = changed(css, changesOf(root, css, isCompressed))
    return { css: unmarkExtends(written), isSatisfied: extender.isSatisfied() }
  } catch (error) {
    if (error instanceof UnknownSelector || error instanceof TooMany) return null
    throw error
  }
}

/** Reads the blocks, and extends them in their order. */
function carryOut(css: string, extender: Extender): Node {
  const nesting = new Nesting()
  const root = nodeOf({ from: 0, headFrom: 0, headEnd: 0, rule: null, isOfFrames: false })
  const open = [root]
  for (const { kind, from, to } of piecesOf(css)) {
    const node = open.at(-1) ?? root
    if (kind === 'close') {
      node.to = to
      if (open.length > 1) open.pop()
    } else if (css.startsWith(EXTEND, from)) {
      node.extends.push({ from, to })
      addExtensions(extender, node, css.slice(from + EXTEND.length, to))
    } else if (kind === 'open') {
      const headFrom = css[from] === PLACE_MARK ? css.indexOf(PLACE_MARK, from + 1) + 1 : from
      const head = css.slice(headFrom, to - 1)
      const rule = ruleOf(head, node)
      const isOfFrames = node.isOfFrames || isKeyframes(head)
      const child = nodeOf({ from, headFrom, headEnd: to - 1, rule, isOfFrames })
      if (rule !== null) {
        rule.list = rule.written = nesting.shared(rule.written)
        extender.addRule(rule)
      }
      node.children.push(child)
      open.push(child)
    } else node.statements++
  }
  return root
}

function nodeOf(head: Pick<Node, 'from' | 'headFrom' | 'headEnd' | 'rule' | 'isOfFrames'>): Node {
  return { ...head, to: head.headEnd, children: [], extends: [], statements: 0 }
}

/** The selectors of a block, null where it is a rule of another kind or a frame. */
function ruleOf(head: string, outer: Node): Node['rule'] {
  if (head.startsWith('@') || outer.isOfFrames) return null
  if (outer.rule !== null) throw new UnknownSelector(head)
  const list = parseList(head.trim())
  return { list, written: list }
}

const OPTIONAL = '!optional'

function addExtensions(extender: Extender, { rule }: Node, text: string): void {
  if (rule === null) throw new UnknownSelector(text)
  const given = text.trim().replace(/;$/, '').trimEnd()
  const isOptional = given.endsWith(OPTIONAL)
  const targets = isOptional ? given.slice(0, -OPTIONAL.length).trimEnd() : given
  for (const { parts } of parseList(targets)) {
    const [compound, ...others] = parts
    if (!isCompound(compound) || others.length > 0) throw new UnknownSelector(text)
    // libsass takes a compound for each of its simple selectors.
    for (const target of compound) extender.addExtension(rule, target, isOptional)
  }
}

/** What becomes of a block and those in it. */
function changesOf(node: Node, css: string, isCompressed: boolean): Change[] {
  const changes = node.extends.map(({ from, to }) => {
    // The last declaration has no semicolon in what is compressed.
    const isLast = css[to - 1] !== ';' && css[from - 1] === ';'
    return { from: isLast ? from - 1 : from, to, text: '' }
  })
  for (const child of node.children) {
    const { from, to } = child
    changes.push(
      ...(isGone(child) ? [{ from, to, text: '' }] : changesOf(child, css, isCompressed)),
    )
  }
  const list = node.rule === null ? [] : visible(node.rule.list)
  if (node.rule !== null && list !== node.rule.written)
    changes.unshift({ from: node.headFrom, to: node.headEnd, text: printList(list, isCompressed) })
  return changes.sort((one, two) => one.from - two.from)
}

function isGone({ rule, statements, children, extends: own }: Node): boolean {
  if (rule !== null && visible(rule.list).length === 0) return true
  return statements === 0 && own.length + children.length > 0 && children.every(isGone)
}

function changed(css: string, changes: readonly Change[]): string {
  const parts: string[] = []
  let at = 0
  for (const { from, to, text } of changes) {
    parts.push(css.slice(at, from), text)
    at = to
  }
  return parts.join('') + css.slice(at)
}
