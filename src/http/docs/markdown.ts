/** Converts guides and descriptions to HTML, with the engines that also build sites. */

import { createHighlighter } from '../../highlight/highlight.js'
import { createMarkdown, defaultOptions } from '../../kramdown/markdown.js'
import { html, raw, type Html } from './html.js'

const highlighter = createHighlighter()

const markdown = createMarkdown(
  { ...defaultOptions, math_engine: null },
  {
    highlight: (code, language) =>
      language === null ? null : highlighter.highlight(code, language),
  },
)

/** A text with several blocks. */
export function blocks(source: string): Html {
  // Makes wide code scrollable by keyboard.
  const text = markdown.toHtml(source).html.replaceAll('<pre class=', '<pre tabindex="0" class=')
  return raw(text)
}

/** One paragraph, without the `<p>` element. */
export function inline(source: string): Html {
  return raw(
    markdown
      .toHtml(source)
      .html.trim()
      .replace(/^<p>|<\/p>$/g, ''),
  )
}

/** Highlighted code. */
export function code(source: string, language: 'json' | 'shell' | 'javascript'): Html {
  const inner = highlighter.highlight(source, language)
  const shown = inner === null ? html`${source}` : raw(inner)
  return html`<pre class="highlight" tabindex="0"><code>${shown}</code></pre>`
}
