/** Compiles the nodes of a body into one renderer that knows where each node stands. */

import type { Output, RenderContext } from './context.js'
import type { BodyNodes, Render } from './definition.js'
import { lengthError, LiquidError, memoryError } from './error.js'
import { isBlankText } from './scan.js'

interface TextNode {
  readonly kind: 'text'
  text: string
}

interface RenderNode {
  readonly kind: 'render'
  readonly render: Render
  readonly line: number
  /** Prints nothing. */
  readonly blank: boolean
}

/** A node: text, or a renderer with its line. */
type Node = TextNode | RenderNode

/** Collects nodes while a body is parsed. */
export class NodeList implements BodyNodes {
  private readonly nodes: Node[] = []

  constructor(private readonly path: string | null) {}

  add(node: Node): void {
    if (node.kind === 'render' || node.text !== '') this.nodes.push(node)
  }

  /** The text right before, for white space control; undefined when something else is there. */
  get lastText(): { text: string } | undefined {
    const node = this.nodes.at(-1)
    return node?.kind === 'text' ? node : undefined
  }

  get blank(): boolean {
    return this.nodes.every((node) => (node.kind === 'text' ? isBlankText(node.text) : node.blank))
  }

  compile(options: { dropText?: boolean } = {}): Render {
    const kept = this.nodes.filter((node) => node.kind === 'render' || options.dropText !== true)
    return sequence(kept, this.path)
  }
}

const nothing: Render = () => undefined

const sequence = (nodes: readonly Node[], path: string | null): Render => {
  if (nodes.length === 0) return nothing
  return (ctx, out) => {
    for (const node of nodes) {
      if (node.kind === 'text') {
        out.text += node.text
        // Here, too: a loop over nothing but text has no other place.
        checkLength(ctx, out)
        continue
      }
      try {
        node.render(ctx, out)
        checkLength(ctx, out)
      } catch (error) {
        recover(error, node, { ctx, out, path })
      }
      if (ctx.interrupt !== null) return
    }
  }
}

const checkLength = (ctx: RenderContext, out: Output): void => {
  const { outputBytes } = ctx.limits
  if (out.text.length > outputBytes) throw lengthError(outputBytes)
}

interface RenderState {
  readonly ctx: RenderContext
  readonly out: Output
  readonly path: string | null
}

// A tag that prints nothing does not print its error either.
const recover = (error: unknown, node: RenderNode, { ctx, out, path }: RenderState): void => {
  const located = toLiquidError(error)?.locate({ line: node.line, path })
  if (located === undefined) throw error
  if (ctx.onError === 'throw' || located.code === 'memory') throw located
  if (!ctx.errors.includes(located)) ctx.errors.push(located)
  const silent = located.code === 'undefined_variable' || located.code === 'undefined_filter'
  if (!silent && !node.blank) out.write(located.message)
}

// V8 ends strings and stacks that grow too far by a RangeError.
const toLiquidError = (error: unknown): LiquidError | undefined => {
  if (error instanceof LiquidError) return error
  return error instanceof RangeError ? memoryError() : undefined
}
