import { expect } from 'chai'
import { CssImports } from '../../../src/builder/sass/css-imports.js'
import { formatCss } from '../../../src/builder/sass/format.js'

const SCSS = `@import "https://example.org/a.css";
@import '//x.org/y';
@import url(z.css);
@import url('q.css');
@import "../a.css";
@import "b" screen;
`
// What sassc 2.4 prints for it.
const CSS = `@import "https://example.org/a.css";
@import '//x.org/y';
@import url(z.css);
@import url("q.css");
@import url(../a.css);
@import "b" screen;`

function written(css: string): string {
  const imports = new CssImports()
  imports.note(SCSS)
  return imports.restore(css)
}

describe('CssImports', () => {
  it('writes imports as they are in the style sheets', () => {
    const printed =
      '@import "https://example.org/a.css";\n@import "//x.org/y";\n@import url(z.css);\n@import url("q.css");\n@import "../a.css";\n@import "b" screen;'
    expect(formatCss(written(printed), 'expanded')).to.equal(CSS)
  })

  it('writes them so in the style compressed, too', () => {
    const printed =
      '@import"https://example.org/a.css";@import"//x.org/y";@import"z.css";@import"q.css";@import"../a.css";@import"b"screen'
    expect(formatCss(written(printed), 'compressed')).to.equal(
      CSS.replaceAll('\n', '').slice(0, -1),
    )
  })
})
