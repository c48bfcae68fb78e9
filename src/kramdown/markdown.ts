/**
 * Markdown as Jekyll writes it: kramdown's syntax (kramdown.gettalong.org/syntax.html) to the
 * bytes of kramdown 2.4, in time that grows linearly with the source.
 *
 * A source goes through three rooms: `blocks/` cuts it into a tree of blocks, `spans/` reads
 * the text in them, `print/` prints the tree. Each construct has its file. This folder knows
 * nothing of sites, files or Liquid, and imports nothing from outside; highlighting is handed in.
 */
import { parseBlocks } from './blocks/blocks.js'
import { convert } from './print/convert.js'
import { createDocument, type Warning } from './tree/document.js'
import type { Highlight } from './tree/highlighting.js'
import { createNode } from './tree/node.js'
import type { MarkdownOptions } from './tree/options.js'
import { resolveTree } from './resolve.js'
import { chomp } from './tree/text.js'

export { defaultOptions } from './tree/options.js'
export type { MarkdownOptions } from './tree/options.js'

/** What comes of one source. */
export interface MarkdownResult {
  readonly html: string
  readonly warnings: readonly Warning[]
  /** Parsing steps taken: a measure of work that does not depend on the machine. */
  readonly work: number
}

/** A converter with its options fixed; it keeps no state between sources. */
export interface Markdown {
  toHtml(source: string): MarkdownResult
}

/** What a converter borrows from its neighbours. */
export interface MarkdownDependencies {
  readonly highlight?: Highlight
}

/**
 * Makes a converter. It never throws on any source: what is odd becomes a warning.
 *
 * @param options all of them: spread {@link defaultOptions} and set what differs
 */
export function createMarkdown(
  options: MarkdownOptions,
  { highlight }: MarkdownDependencies = {},
): Markdown {
  return {
    toHtml(source) {
      const document = createDocument(options)
      const root = createNode('root', '', 1)
      const text = `${chomp(source.replace(/\r\n?/g, '\n'))}\n`
      if (options.input === 'SmartyPants') root.children.push(createNode('source', text, 1))
      else parseBlocks(document, root, text)
      resolveTree(document, root)
      const html = convert(document, root, highlight)
      return { html, warnings: document.warnings, work: document.work }
    },
  }
}
