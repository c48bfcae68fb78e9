import { expect } from 'chai'
import { keepStaticValues, markTexts } from '../../../src/builder/sass/static-values.js'
import { formatCss } from '../../../src/builder/sass/format.js'
import { extendCss } from '../../../src/builder/sass/extend/extend-css.js'
import { markExtends } from '../../../src/builder/sass/extend/marks.js'
import { markLeftOut } from '../../../src/builder/sass/left-out.js'
import {
  restoreDeclarations,
  withBareDeclarations,
} from '../../../src/builder/sass/bare-declarations.js'
import { CommentTexts, compactComment } from '../../../src/builder/sass/comments.js'
import { settleColours } from '../../../src/builder/sass/colours/cases.js'
import { ColourDigits } from '../../../src/builder/sass/colours/spellings.js'
import { CustomValues } from '../../../src/builder/sass/custom-values.js'
import {
  markSelectors,
  markSignsInTexts,
  unmarkSelectors,
} from '../../../src/builder/sass/selectors.js'
import { markPutIn, withShortPutIn } from '../../../src/builder/sass/short-values.js'
import { unmarkCommas, withMediaCommas } from '../../../src/builder/sass/commas.js'
import { compileScss } from './compile-scss.js'

// What sassc 2.4 prints for the same style sheets.
describe('values without computations', () => {
  const scss = `$v: .2s; $s: 'q';
a { /* c: .5; */ transition: all ease-in-out .2s; opacity: 0.80; margin: +.5px -.5px 1.0em; // d: .5;
  font: .5em/1.50 'a', "b" ,Arial; color: #FFF; background: WHITE !important; content: '\\'\\201C';
  a1: $v; a2: 1px
    2px; a3: calc( 100%  - .5px ); a4: translate(calc(.5px + 1px), .5px); a5: "x#{1}'" .5; a6: 'y' .5;
  b { c: url(//x.org/;d:.5) } --e: .5; margin: 0.5px { top: .5px } }`

  it('stay as they are written', async () => {
    expect(await compileScss(scss, 'expanded')).to.equal(`a {
  /* c: .5; */
  transition: all ease-in-out .2s;
  opacity: 0.80;
  margin: +.5px -.5px 1.0em;
  font: .5em/1.50 'a', "b" ,Arial;
  color: #FFF;
  background: WHITE !important;
  content: '\\'\\201C';
  a1: 0.2s;
  a2: 1px 2px;
  a3: calc( 100%  - .5px);
  a4: translate(calc(.5px + 1px), 0.5px);
  a5: "x1'" 0.5;
  a6: 'y' .5;
  --e: .5;
  margin: 0.5px;
  margin-top: .5px;
}

a b {
  c: url(//x.org/;d:.5);
}`)
  })

  it('stay so in the style compressed, too', async () => {
    const css = await compileScss("a{b:'x', 0.50,#FFFFFF;c:rgba(#000,.5)}", 'compressed')
    expect(css).to.equal("a{b:'x', 0.50,#FFFFFF;c:rgba(0,0,0,0.5)}")
  })

  it('leave formulas of elements as they are written', async () => {
    const css = await compileScss(
      '.a:nth-child( 2n + 1 ),.b:Nth-last-child(odd){a:b}.c:not(:nth-of-type(N +2)){a:b}' +
        '.d:nth-child(3n+1){a:b}.e:nth-child(3n + 1){a:b}',
      'compressed',
    )
    expect(css).to.equal(
      '.a:nth-child(2n + 1),.b:Nth-last-child(odd){a:b}.c:not(:nth-of-type(N +2)){a:b}' +
        '.d:nth-child(3n+1){a:b}.e:nth-child(3n + 1){a:b}',
    )
  })

  it('leave formulas of elements as they are written if their names are interpolated', async () => {
    const scss = `@mixin m($end, $formula) { &:nth-#{$end}(#{$formula}) { a: b } }
.a { @include m(child, '2n + 1'); @include m(last-child, '3n+1') } .b:nth-last-#{child}(N +2) { a: b }`
    const css = await compileScss(scss, 'compressed')
    expect(css).to.equal(
      '.a:nth-child(2n + 1){a:b}.a:nth-last-child(3n+1){a:b}.b:nth-last-child(N +2){a:b}',
    )
  })

  it('keep colour names in the style compressed, except in computations', async () => {
    const scss = `$p: 1px; $line: 1px black dotted; $hue: #4682B4; $dark: #0E4F16; $name: black;
@mixin box-shadow($list) { s: $list }
.a { a: $line; b: $p solid BLACK; c: $p darkGray, 0 $p White; d: $p solid $hue; e: $p solid $dark; f: $p $name;
  g: $p lighten(black, 0%); h: $p black !important; i: $p (black); @include box-shadow(0 0 5px black) }`
    expect(await compileScss(scss, 'compressed')).to.equal(
      '.a{a:1px black dotted;b:1px solid BLACK;c:1px darkGray,0 1px White;d:1px solid #4682b4;e:1px solid #0E4F16;' +
        'f:1px #000;g:1px #000;h:1px black !important;i:1px #000;s:0 0 5px black}',
    )
  })

  it('keep variables in calculations as they are written, but not interpolations', async () => {
    const css = await compileScss(
      `$a: 3px; @mixin m($x) { w: $x } .a { a: calc($a / 2); b: calc( (100% - #{$a}) / $a ) $a;
  c: -webkit-calc($a*2); $z: calc(100% - ($a + 2px)); d: $z; @include m(calc($a - 1px)) }`,
      'compressed',
    )
    expect(css).to.equal(
      '.a{a:calc($a / 2);b:calc( (100% - 3px) / $a) 3px;c:-webkit-calc($a*2);' +
        'd:calc(100% - ($a + 2px));w:calc($a - 1px)}',
    )
  })

  it('do not change the lines and columns of errors', async () => {
    const error = await compileScss('a { b: .5;\n  c: .5; d: $nope }', 'expanded').catch(
      (reason: unknown) => reason,
    )
    expect(error).to.include({ line: 2, column: 13 })
  })

  it('keep the quotes of custom properties, unless one has both kinds', async () => {
    const css = await compileScss("a{--b:'c'}d{--e:'f'}g{--e:\"f\"}", 'compressed')
    expect(css).to.equal('a{--b:\'c\'}d{--e:"f"}g{--e:"f"}')
  })

  it('are found in linear time', () => {
    for (const part of ['a b ', 'a:b ', '"', 'calc(', '/*', 'a:.5,', ' ', "'#{", 'a:a('])
      expect(keepStaticValues(`x{y:${part.repeat(20_000)}`, 'scss')).to.be.a('string')
    for (const part of ['.5 ', '(.5', 'transparent ', '.5(', '0.5 -', '#{$a} ', '.50000', '%'])
      expect(keepStaticValues(`x{y:$z ${part.repeat(20_000)};}`, 'scss')).to.be.a('string')
    expect(keepStaticValues(`a\n${'  b: c d\n'.repeat(5000)}`, 'indented')).to.include("#{'c d'}")
  })
})

describe('declarations outside of rules', () => {
  it('are wrapped in a rule without moving a line', () => {
    const text = '@media x {\n  // c\n  a: b\n;\n  c: "}" // d\n}\ne { f: g }\n'
    expect(withBareDeclarations((one) => one)(text, 'scss')).to.equal(
      '@media x {\n  // c\n  galley-bare{a: b\n}\n  galley-bare{c: "}" // d\n}}\ne { f: g }\n',
    )
  })

  // What sassc 2.4 prints.
  it('are printed as they stand, also where a mixin brings the condition', async () => {
    const scss = `@mixin m { @media (min-width: 1px) { @content } }
@mixin r { .r, .s { @content } }
a { b: c }
@include m { width: unset; }
@include r { width: unset }
@include m { /* k */ d { e: f } g: h }`
    expect(await compileScss(scss, 'compressed')).to.equal(
      'a{b:c}@media (min-width: 1px){width:unset}.r,.s{width:unset}@media (min-width: 1px){d{e:f}g:h}',
    )
    expect(await compileScss(scss, 'expanded')).to.equal(
      'a {\n  b: c;\n}\n\n@media (min-width: 1px) {\n  width: unset;\n}\n\n.r, .s {\n  width: unset;\n}\n\n' +
        '@media (min-width: 1px) {\n  /* k */\n  d {\n    e: f;\n  }\n  g: h;\n}',
    )
  })

  it('are restored with their semicolons', () => {
    const css = '@media x{galley-bare{a:b}c{d:"}"}galley-bare{e:f;g:h}}i{j:k}'
    expect(restoreDeclarations(css)).to.equal('@media x{a:b;c{d:"}"}e:f;g:h}i{j:k}')
    expect(() => restoreDeclarations('@media x{galley-bare{a:{}}}')).to.throw(/is lost/)
  })
})

describe('the work for the spellings of libsass takes linear time', () => {
  const parts = [
    '--a:',
    '--a: #{',
    '[a="',
    ':is(',
    ':nth-#{',
    '/*',
    '"',
    'a(',
    '(',
    '#fff',
    '#ABC #abc',
    'rgba(',
    'rgba(0, 1',
    '-0.',
    'aaaa',
    '@a ',
    '\n ',
    '%a',
    '%',
    '0% ',
    'to',
    'b{',
    '@extend ',
    'a\\25',
    '\\25 \t',
    '/*a',
    '/**/',
    '\\"',
    '"a,',
    'url("',
    '@import ',
    '#{',
    ' ,',
    '\\\\28',
    '"\\\\28',
  ]
  for (const part of parts) {
    it(`of ${JSON.stringify(part)}`, () => {
      const text = `a{b:${part.repeat(20_000)}`
      const [comments, values] = [new CommentTexts(), new CustomValues()]
      const colours = new ColourDigits('compressed')
      for (const spelling of [comments, values, colours]) spelling.note(text)
      const kept = keepStaticValues(markSignsInTexts(markLeftOut(text)), 'scss', 'compressed')
      const marked = markSelectors(markTexts(markPutIn(kept)))
      const bare = withBareDeclarations((one) => one)(`@media a{\n${text}\n}`, 'scss')
      expect(restoreDeclarations(`galley-bare{b:c}${text}`)).to.equal(`b:c;${text}`)
      expect(bare.split('\n')).to.have.length(text.split('\n').length + 2)
      const extended = extendCss(markExtends(`.e{@extend .f}${marked}`, 'scss'), true)
      const css = withShortPutIn(unmarkSelectors(extended?.css ?? marked))
      expect(formatCss(values.restore(comments.restore(css)), 'compressed', true)).to.be.a('string')
      expect(settleColours(text, text, colours.unsureIn(text)).css).to.equal(text)
      expect(unmarkCommas(withMediaCommas(`@media a{${text}}`))).to.be.a('string')
      expect(compactComment(`/*${part.repeat(20_000)}\n ${part.repeat(20_000)}*/`)).to.be.a(
        'string',
      )
    })
  }
})
