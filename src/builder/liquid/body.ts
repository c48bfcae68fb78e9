/** Compiles the nodes of a body into one renderer that knows where each node stands. */

import type { Output, RenderContext } from './context.js'
import type { BodyNodes, Render } from './definition.js'
import { LiquidError, memoryError } from './error.js'
import { isBlankText } from './scan.js'

/** A node: text, or a renderer with its line. */
export type Node =
  | { readonly kind: 'text'; text: string }
  | {
      readonly kind: 'render'
      readonly render: Render
      readonly line: number
      readonly blank: boolean
    }

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
    const kept = this.nodes.filter(
      (node) => node.kind === 'render' || (options.dropText !== true && node.text !== ''),
    )
    const renders = kept.map((node) => (node.kind === 'text' ? textRender(node.text) : node.render))
    const lines = kept.map((node) => (node.kind === 'text' ? null : node.line))
    return sequence(renders, { lines, path: this.path })
  }
}

const textRender =
  (text: string): Render =>
  (_ctx, out) => {
    out.text += text
  }

interface Places {
  readonly lines: readonly (number | null)[]
  readonly path: string | null
}

const nothing: Render = () => undefined

const sequence = (renders: readonly Render[], places: Places): Render => {
  const count = renders.length
  if (count === 0) return nothing
  return (ctx, out) => {
    for (let index = 0; index < count; index++) {
      try {
        renders[index]?.(ctx, out)
      } catch (error) {
        recover(error, { ctx, out, line: places.lines[index] ?? null, path: places.path })
      }
      if (ctx.interrupt !== null) return
      if (out.text.length > ctx.limits.outputBytes) throw memoryError()
    }
  }
}

interface Failure {
  readonly ctx: RenderContext
  readonly out: Output
  readonly line: number | null
  readonly path: string | null
}

const recover = (error: unknown, { ctx, out, line, path }: Failure): void => {
  const located = toLiquidError(error)?.locate({ line, path })
  if (located === undefined) throw error
  if (ctx.onError === 'throw' || located.code === 'memory') throw located
  if (!ctx.errors.includes(located)) ctx.errors.push(located)
  const silent = located.code === 'undefined_variable' || located.code === 'undefined_filter'
  if (!silent) out.write(located.message)
}

// V8 ends strings and stacks that grow too far by a RangeError.
const toLiquidError = (error: unknown): LiquidError | undefined => {
  if (error instanceof LiquidError) return error
  return error instanceof RangeError ? memoryError() : undefined
}
