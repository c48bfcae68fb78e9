/** What the package exports works for somebody who installs it: by name, from what was built. */

import { expect } from 'chai'

describe('the package', () => {
  it('exports Markdown as kramdown writes it', async () => {
    const { createMarkdown, defaultOptions } = await import('galley/kramdown')
    const { html } = createMarkdown(defaultOptions).toHtml('# Hi *there*\n')
    expect(html).to.equal('<h1 id="hi-there">Hi <em>there</em></h1>\n')
  })

  it('exports Liquid', async () => {
    const { createEngine, fromPlain, RenderContext } = await import('galley/liquid')
    const environment = new Map([['name', fromPlain('ada')]])
    const template = createEngine().parse('{{ name | upcase }}{% if 1 == 1 %}!{% endif %}')
    expect(template.render(new RenderContext({ environment }))).to.equal('ADA!')
  })

  it('exports highlighting', async () => {
    const { createHighlighter } = await import('galley/highlight')
    expect(createHighlighter().highlight('[1]', 'json')).to.include('<span class="mi">1</span>')
  })
})
