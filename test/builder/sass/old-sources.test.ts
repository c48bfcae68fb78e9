import { expect } from 'chai'
import { declarationsOf } from '../../parity/css.js'
import { Mends, restoreOldSource } from '../../../src/builder/sass/old-sources.js'
import { compileEach } from './compile-scss.js'

/** What asks for each mend. */
const MESSAGES = [
  'arguments required, but only 1',
  'calculation',
  'calculation',
  "Can't find stylesheet to import",
  'expected "{"',
  'compound selectors may no longer be extended',
  'expected selector',
]
const HOSTILE = [
  '/*',
  '"',
  'a(',
  '(',
  'calc(',
  '#{',
  '\\',
  '\\"',
  '--a:',
  '@a ',
  '\n ',
  '@media ',
  '@media a{',
  'b{',
  '.1',
  'a.1',
  '#1',
  '@extend .a.b',
  '@extend .a.b;',
  '.a.b{',
  '[a',
  ':is(',
  '0',
  '0{',
  'rem(',
  ':1#{a}',
  ':(',
  ':(1',
]

/** A style sheet that Sass's own compiler refuses, and what sassc 2.4 prints for it. */
type Case = readonly [scss: string, css: string]

async function check(cases: readonly Case[]): Promise<void> {
  const sheets = cases.map(([scss]) => scss)
  const printed = await compileEach(sheets, { style: 'compressed' })
  for (const [i, [scss, css]] of cases.entries())
    expect(declarationsOf(printed[i] ?? ''), scss).to.deep.equal(declarationsOf(css))
}

describe('style sheets that libsass reads and Sass refuses', () => {
  it('takes a number that touches the word before it', async () => {
    await check([
      ['a{transition:all.3s}', 'a{transition:all 0.3s}'],
      ['a{margin:0 auto.5em}', 'a{margin:0 auto 0.5em}'],
      ['a{transition:all.3s!important}', 'a{transition:all 0.3s !important}'],
      ['a{b:a-.5em}', 'a{b:a- 0.5em}'],
      ['$x:all.3s;a{b:$x}', 'a{b:all 0.3s}'],
      ['@mixin m($a){b:$a}a{@include m(all.3s ease)}', 'a{b:all 0.3s ease}'],
      [
        'a { transition: opacity.3s ease-in-out.2s; }',
        'a{transition:opacity 0.3s ease-in-out 0.2s}',
      ],
      ['a{font:{family:x.5}}', 'a{font-family:x 0.5}'],
      ['a.b{c:d}a{b:hover.5}.x a.3d{b:all.3s}', 'a.b{c:d}a{b:hover 0.5}.x a.3d{b:all 0.3s}'],
    ])
  })

  it('takes words of conditions that touch a bracket', async () => {
    await check([
      ['@media screen and(max-width:1px){a{b:c}}', '@media screen and (max-width: 1px){a{b:c}}'],
      [
        '@media screen and(max-width:1px) and(min-width:2px){a{b:c}}',
        '@media screen and (max-width: 1px) and (min-width: 2px){a{b:c}}',
      ],
      [
        '@media only screen and(max-width:1px),print and(color){a{b:c}}',
        '@media only screen and (max-width: 1px),print and (color){a{b:c}}',
      ],
      ['@media (color)and(max-width:1px){a{b:c}}', '@media (color) and (max-width: 1px){a{b:c}}'],
      ['a{@media screen and(max-width:1px){b:c}}', '@media screen and (max-width: 1px){a{b:c}}'],
      [
        '$m:"(max-width:1px)";@media screen and#{$m}{a{b:c}}',
        '@media screen and (max-width:1px){a{b:c}}',
      ],
      [
        '@import url(a.css) screen and(max-width:1px);',
        '@import url(a.css) screen and (max-width: 1px)',
      ],
    ])
  })

  it('takes names of classes and ids that begin with a digit', async () => {
    await check([
      ['.404{a:b}', '.404{a:b}'],
      ['#1a{a:b}', '#1a{a:b}'],
      ['.3d .4e, #5f > #66{a:b}', '.3d .4e,#5f>#66{a:b}'],
      ['.a.3d{a:b}', '.a.3d{a:b}'],
      ['a:not(.3d){a:b}', 'a:not(.3d){a:b}'],
      ['.x{.404 &{a:b}}', '.404 .x{a:b}'],
      ['.x{&.3d{a:b}}', '.x.3d{a:b}'],
      ['.404{@extend .x}.x{a:b}', '.x,.404{a:b}'],
      ['@media print{.404{a:b}}', '@media print{.404{a:b}}'],
      ['#-1{a:b}', '#-1{a:b}'],
      ['.#{1}a{a:b}', '.1a{a:b}'],
      ['.3d:hover::before{a:b}', '.3d:hover::before{a:b}'],
      ['.404{.5b{a:b}}', '.404 .5b{a:b}'],
    ])
  })

  it('takes frames that are numbers', async () => {
    await check([
      ['@keyframes a{0{a:b}100{a:c}}', '@keyframes a{0{a:b}100{a:c}}'],
      ['@keyframes a{0{a:b}50.5{a:x}100{a:c}}', '@keyframes a{0{a:b}50.5{a:x}100{a:c}}'],
      ['@-webkit-keyframes a{0{a:b}100%{a:c}}', '@-webkit-keyframes a{0{a:b}100%{a:c}}'],
      ['@keyframes a{0,50{a:b}100{a:c}}', '@keyframes a{0,50{a:b}100{a:c}}'],
    ])
  })

  it('takes frames of any name, also where a mixin brings the animation', async () => {
    await check([
      [
        '@keyframes x { fom { a: b } 50% { a: c } .foo, to { a: c } } fom { e: f }',
        '@keyframes x{fom{a:b}50%{a:c}.foo,to{a:c}}fom{e:f}',
      ],
      ['a { @keyframes x { fom { a: b } } b: c }', 'a{b:c}@keyframes x{fom{a:b}}'],
      [
        '@mixin k { @keyframes x { @content } } @include k { 0 { a: b } 100% { c: d } }',
        '@keyframes x{0{a:b}100%{c:d}}',
      ],
    ])
  })

  it('extends several classes at once', async () => {
    await check([
      ['.a.b{c:d}.e{@extend .a.b;f:g}', '.a.b,.e{c:d}.e{f:g}'],
      ['a:hover{b:c}d{@extend a:hover}', 'a:hover,d{b:c}'],
      ['nav{.a.b x,y{c:d}}.h{@extend .a.b}', 'nav .a.b x,nav .h x,nav y{c:d}'],
      ['.a{b:c}.d{@extend .e.f !optional}', '.a{b:c}'],
    ])
  })

  it('copies calculations in which nothing can be computed', async () => {
    await check([
      ['a{b:calc(100% -10px)}', 'a{b:calc(100% -10px)}'],
      ['a{b:calc(100%-10px);c:calc(1px + 2px)}', 'a{b:calc(100%-10px);c:calc(1px + 2px)}'],
      ['$x:1px;a{b:calc(100%-$x)}', 'a{b:calc(100%-$x)}'],
      ['a{b:calc($x + 2px)}', 'a{b:calc($x + 2px)}'],
      ['a{b:rem(1px)}', 'a{b:rem(1px)}'],
    ])
  })

  it('takes selectors and modules that are no longer there', async () => {
    await check([
      ['a /deep/ b{c:d}', 'a /deep/ b{c:d}'],
      ["@forward 'nowhere';\n@use 'nope';a{b:c}", "@forward 'nowhere';@use 'nope';a{b:c}"],
      ['a { &:-webkit-any() { b: c } d: e }', 'a{d:e}a{b:c}'],
      ['a:-moz-any() , b:not( ) { b: c }', 'a,b{b:c}'],
      ['a{b:c}@media{d{e:f}}', 'a{b:c}@media not all{d{e:f}}'],
    ])
  })

  it('keeps declarations outside of rules, also where a mixin brings the condition', async () => {
    await check([
      [
        '@mixin m { @media (min-width: 1px) { @content } } @mixin r { .r, .s { @content } }' +
          '@include m { width: unset; } @include r { width: unset }',
        '@media (min-width: 1px){width:unset}.r,.s{width:unset}',
      ],
      ['@media print { // c\n  a: b\n;\n  c: "}" }', '@media print{a:b;c:"}"}'],
    ])
  })

  it('tells the place of what was refused first, in the text of the author', async () => {
    const sheet = ['$a: #444;\n.404 { b: $a + 1;\n  c: all.3s; d: $nope }']
    const error: unknown = await compileEach(sheet, { style: 'expanded', path: 'a.scss' }).catch(
      (reason: unknown) => reason,
    )
    expect(error).to.include({ path: 'a.scss', line: 3, column: 10 })
  })

  it('takes time that grows with the text', () => {
    for (const part of HOSTILE) {
      const text = `a{b:${part.repeat(10_000)}`
      const mends = new Mends()
      for (const message of MESSAGES) {
        const edit = mends.after(message)
        expect(edit?.(text, 'scss'), part).to.be.a('string')
      }
      expect(restoreOldSource(text)).to.be.a('string')
    }
  })

  it('takes functions with names that CSS has, and calls them where libsass does', async () => {
    await check([
      ['@function url($x){@return $x}a{b:url(1)}', 'a{b:url(1)}'],
      ['@function url($x){@return foo($x)}a{b:url("x")}', 'a{b:foo("x")}'],
      ['@function url($x){@return 1}$v:a;a{b:url($v)}', 'a{b:1}'],
      [
        '@function url($x){@return foo+$x}a{b:url(a.png);c:url("x"+"y") no-repeat}',
        'a{b:url(a.png);c:fooxy no-repeat}',
      ],
      ['@function url($x){@return 1}a{b:url(  "x"  )}', 'a{b:1}'],
      ['@function expression($x){@return 1}a{b:expression(2)}', 'a{b:expression(2)}'],
      ['@function element($x){@return 1}a{b:element(2)}', 'a{b:1}'],
      ['@function -moz-calc($x){@return 1}a{b:-moz-calc(2)}', 'a{b:-moz-calc(2)}'],
      ['@function clamp($x){@return 1}a{b:clamp(2)}', 'a{b:1}'],
    ])
  })

  it('computes with colours channel by channel', async () => {
    await check([
      ['a{b:#111+#222}', 'a{b:#333}'],
      ['a{b:#fff - #111}', 'a{b:#eee}'],
      ['a{b:#222 * #020202}', 'a{b:#444}'],
      ['a{b:(#444/2)}', 'a{b:#222}'],
      ['a{b:#444 % #333}', 'a{b:#111}'],
      [
        '$c:#444;a{b:$c + 1;c:$c - 1;d:$c*2;e:$c/2;f:2 + $c;g:1*$c;h:3 - $c}',
        'a{b:#454545;c:#434343;d:#888;e:#222;f:#464646;g:#444;h:3-#444}',
      ],
      [
        '$c:#444;a{b:$c + #010203;c:red + blue;d:rgba(#444,.5) + rgba(#111,.5)}',
        'a{b:#454647;c:#f0f;d:rgba(85,85,85,0.5)}',
      ],
      ['a{b:red + 1px}', 'a{b:#ff0101}'],
      ['a{b:1px solid #111 + #222}', 'a{b:1px solid #333}'],
      ['a{c:(#444/3)}', 'a{c:#171717}'],
      ['a{b:3*#444;c:#444*1.3}', 'a{b:#ccc;c:#585858}'],
      ['a{b:rgba(#444,.5)*2}', 'a{b:rgba(136,136,136,0.5)}'],
      [
        '$a:#444;a{b:lighten($a + #111, 5%);c:$a+#111+#010101;d:2*($a - #111)}',
        'a{b:#626262;c:#565656;d:#666}',
      ],
      ['@mixin x($a){b:$a + 2}a{@include x(#444);@include x(1px)}', 'a{b:#464646;b:3px}'],
      ['$a:#444;a{b:2 - $a;c:2/$a;d:2/($a)}', 'a{b:2-#444;c:2/#444;d:2/#444}'],
      ['$a:#444;a{b:#{$a + 1}}', 'a{b:#454545}'],
    ])
  })

  it('makes one word of a number and what is put in behind it', async () => {
    await check([
      [
        '$u:rem;a{b:(100/10)#{$u};c: 10#{px};d:(10px*2)#{$u};e:(10/2)#{"%"}}',
        'a{b:10rem;c:10px;d:20pxrem;e:5%}',
      ],
      [
        '$u:px;a{b:-10#{$u};c:1.5#{$u};d:10#{p}x;e:1#{0};f:(1) #{$u}}',
        'a{b:-10px;c:1.5px;d:10px;e:10;f:1 px}',
      ],
      ['$u:px;:root{--x: 10#{$u}; --y: (1)#{$u}}', ':root{--x: 10px; --y: (1)px}'],
      [
        '$u:px;a{b:calc(100% - 10#{$u});c:"10#{$u}"}.d-10#{$u}{e:f}',
        'a{b:calc(100% - 10px);c:"10px"}.d-10px{e:f}',
      ],
      ['$u:px;@media (min-width:10#{$u}){a{b:c}}', '@media(min-width: 10px){a{b:c}}'],
    ])
  })

  it('takes declarations with the colon in front', async () => {
    const sass = '.x\n  :margin 0\n  :border 1px solid\n  &:hover\n    :color blue\n'
    const [css] = await compileEach([sass], { style: 'compressed', syntax: 'indented' })
    expect(css).to.equal('.x{margin:0;border:1px solid}.x:hover{color:blue}')
  })

  it('takes several such things in one style sheet', async () => {
    await check([
      [
        '$a:#444;.404{b:$a + 1;transition:all.3s}@keyframes x{0{a:b}}@media print and(color){a{b:c}}',
        '.404{b:#454545;transition:all 0.3s}@keyframes x{0{a:b}}@media print and (color){a{b:c}}',
      ],
    ])
  })
})
