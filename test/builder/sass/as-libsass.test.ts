import { expect } from 'chai'
import type { CssStyle } from '../../../src/builder/sass/format.js'
import { compileEach } from './compile-scss.js'

const BEFORE = '$x: 50% 50%; $y: 0.5em; $u: url("a.png"); '

async function compiled(texts: readonly string[], style: CssStyle): Promise<string[]> {
  const sheets = texts.map((text) => BEFORE + text)
  return (await compileEach(sheets, style)).map((css) => css.trim())
}

/** A style sheet behind `BEFORE`, and what sassc 2.4 prints for it, compressed and expanded. */
type Case = readonly [scss: string, compressed: string, expanded?: string]

async function check(cases: readonly Case[]): Promise<void> {
  const texts = cases.map(([scss]) => scss)
  expect(await compiled(texts, 'compressed')).to.deep.equal(cases.map(([, css]) => css))
  const both = cases.filter(([, , expanded]) => expanded !== undefined)
  const inLines = await compiled(
    both.map(([scss]) => scss),
    'expanded',
  )
  expect(inLines).to.deep.equal(both.map(([, , expanded]) => expanded))
}

describe('style sheets that libsass and Dart Sass write differently', () => {
  it('keeps the spaces around a slash beside an interpolation', async () => {
    await check([
      ['a { a: 50%/#{$x}}', 'a{a:50%/50% 50%}'],
      ['a { b: 50% /#{$x}}', 'a{b:50% /50% 50%}'],
      ['a { b: 50%/ #{$x}}', 'a{b:50%/ 50% 50%}'],
      [
        'a { b: 50% / #{$x}}',
        'a{b:50% / 50% 50%}',
        `a {
  b: 50% / 50% 50%;
}`,
      ],
      ['a { b: #{$x}/50%}', 'a{b:50% 50%/50%}'],
      ['a { b: #{$x} / 50%}', 'a{b:50% 50% / 50%}'],
      ['a { b: #{$x} /50%}', 'a{b:50% 50% /50%}'],
      ['a { b: #{$x}/ 50%}', 'a{b:50% 50%/ 50%}'],
      ['a { b: #{$y}/#{$y}}', 'a{b:0.5em/.5em}'],
      ['a { b: #{$y} / #{$y}}', 'a{b:0.5em / .5em}'],
      ['a { b: $u no-repeat center / #{$y}}', `a{b:url("a.png") no-repeat center / .5em}`],
      [
        'a { b: $u no-repeat center / $y}',
        `a{b:url("a.png") no-repeat center/.5em}`,
        `a {
  b: url("a.png") no-repeat center/0.5em;
}`,
      ],
      ['a { b: a b / c #{$y}}', 'a{b:a b/c .5em}'],
      ['a { b: a / b, c / #{$y}}', 'a{b:a/b,c / .5em}'],
      [`a { b: 10px/#{$y} "a"}`, `a{b:10px/.5em "a"}`],
      ['a { font: #{$y}/1.5 a, b}', 'a{font:0.5em/1.5 a,b}'],
      ['a { font: #{$y} / 1.5 a, b}', 'a{font:0.5em / 1.5 a,b}'],
      ['a { b: foo(#{$y} / 2)}', 'a{b:foo(0.5em / 2)}'],
      ['a { b: foo(2 / #{$y})}', 'a{b:foo(2 / .5em)}'],
      [
        'a { b: -#{$y} / 2}',
        'a{b:-0.5em / 2}',
        `a {
  b: -0.5em / 2;
}`,
      ],
      [`a { b: "a" / #{$y}}`, `a{b:"a" / .5em}`],
      ['a { aspect-ratio: #{3} / #{4}}', 'a{aspect-ratio:3 / 4}'],
      ['a { aspect-ratio: #{3}/#{4}}', 'a{aspect-ratio:3/4}'],
      ['a { grid-row: #{1} / span #{2}}', 'a{grid-row:1 / span 2}'],
      ['a { b: #{$x} / $y}', 'a{b:50% 50% / .5em}'],
      ['a { b: $y / #{$x}}', 'a{b:.5em / 50% 50%}'],
      ['a { b: $x / #{$x}}', 'a{b:50% 50% / 50% 50%}'],
      [
        'a { b: red / #{$y}}',
        'a{b:red / .5em}',
        `a {
  b: red / 0.5em;
}`,
      ],
      ['a { b: calc(1px) / #{$y}}', 'a{b:calc(1px) / .5em}'],
      ['a { b: 50%  /  #{$y}}', 'a{b:50% / .5em}'],
      ['a { b: 50% center / 50% #{$y}}', 'a{b:50% center/50% .5em}'],
      [
        'a { b: $u no-repeat left center / 10px auto, $u right 0 top 50% / 5px #{$y}}',
        `a{b:url("a.png") no-repeat left center/10px auto,url("a.png") right 0 top 50%/5px .5em}`,
      ],
      [
        'a { b: $u no-repeat left center / 10px auto}',
        `a{b:url("a.png") no-repeat left center/10px auto}`,
      ],
      [
        'a { b: url(a.png) no-repeat 50% / cover, $u}',
        `a{b:url(a.png) no-repeat 50%/cover,url("a.png")}`,
      ],
      ['a { b: center/cover $u}', `a{b:center/cover url("a.png")}`],
      [
        'a { b: center / cover $u}',
        `a{b:center/cover url("a.png")}`,
        `a {
  b: center/cover url("a.png");
}`,
      ],
      ['$z: center / #{$y}; a { b: $z; c: url(a) $z}', 'a{b:center / .5em;c:url(a) center / .5em}'],
      [
        '$z: url(a) center / $y; a { b: $z; c: url(a) $z}',
        'a{b:url(a) center/.5em;c:url(a) url(a) center/.5em}',
      ],
      ['@mixin m($a) { b: $a } a { @include m(center / #{$y})}', 'a{b:center / .5em}'],
      ['@mixin m($a) { b: $a } a { @include m(center / $y)}', 'a{b:center/.5em}'],
      [
        '@media (min-aspect-ratio: 1 / #{2}) { a { b: c } }',
        '@media (min-aspect-ratio: 1 / 2){a{b:c}}',
      ],
    ])
  })

  it('keeps zeros and `transparent` in CSS functions passed through variables and mixins', async () => {
    await check([
      [
        '@mixin t($v) { transform: $v; } b { @include t(scale(0.707) rotate(45deg)); }',
        'b{transform:scale(0.707) rotate(45deg)}',
      ],
      [
        '@mixin t($v) { transform: $v; } b { @include t(scale(.707)); @include t(linear-gradient(to right, transparent, rgba(0,0,0,0.5) 0.5em)); }',
        'b{transform:scale(0.707);transform:linear-gradient(to right, transparent, rgba(0,0,0,0.5) 0.5em)}',
      ],
      [
        '$z: scale(0.707) translate(0.5em); b { c: $z; $q: linear-gradient(red 0.5em, transparent); d: $q; e: darken(#abc, 0.5%); $r: rgba(0,0,0,0.5); f: $r; $s: map-get((a: 0.5), a) * 2; g: $s }',
        'b{c:scale(0.707) translate(0.5em);d:linear-gradient(red 0.5em, transparent);e:#a8bacb;f:rgba(0,0,0,0.5);g:1}',
      ],
      [
        '$z: cubic-bezier(0.1,.25,0.5,1); b { c: all .5s $z; }',
        'b{c:all 0.5s cubic-bezier(0.1, 0.25, 0.5, 1)}',
        `b {
  c: all 0.5s cubic-bezier(0.1, 0.25, 0.5, 1);
}`,
      ],
      [
        '@mixin t($a, $b) { c: $a*2; d: $b; } b { @include t(0.5, cubic-bezier(0.1,.25,0.5,1)); }',
        'b{c:1;d:cubic-bezier(0.1, 0.25, 0.5, 1)}',
      ],
    ])
  })

  it('writes lists and colours interpolated into custom properties', async () => {
    await check([
      [
        `@each $c, $v in ("yellow": #ffc107, "white": #fff, "b": $x) { a { --#{$c}: #{$v}; } }`,
        `a{--yellow: #ffc107}a{--white: #fff}a{--b: 50% 50%}`,
        `a {
  --yellow: #ffc107;
}

a {
  --white: #fff;
}

a {
  --b: 50% 50%;
}`,
      ],
      [
        '$p: bs-; $l: 15, 145, 67; a { --#{$p}x: #{15, 145, 67}; --#{$p}y: #{$l}; --z: #{$l}; --#{$p}c: #{#FFFFFF}; --#{$p}e: a,  b; --x-#{$p}-y: #{rgba(#fff, .5)} }',
        'a{--bs-x: 15,145,67;--bs-y: 15,145,67;--z: 15,145,67;--bs-c: #fff;--bs-e: a,  b;--x-bs--y: rgba(255,255,255,0.5) }',
        `a {
  --bs-x: 15, 145, 67;
  --bs-y: 15, 145, 67;
  --z: 15, 145, 67;
  --bs-c: #FFFFFF;
  --bs-e: a,  b;
  --x-bs--y: rgba(255, 255, 255, 0.5) ;
}`,
      ],
      [
        `$l: 1, 2; $s: 'q, r'; a { --a: #{"x, y"}; --b: #{$s}; --c: "x, #{$s}"; --e: #{map-get((a: (b, c)), a)}; --f: x, #{$l}, y; --h: #{foo(1, 2)}; --i: #{1px 2px, 3px} }`,
        `a{--a: x, y;--b: q, r;--c: "x, q, r";--e: b,c;--f: x, 1,2, y;--h: foo(1, 2);--i: 1px 2px,3px }`,
        `a {
  --a: x, y;
  --b: q, r;
  --c: "x, q, r";
  --e: b, c;
  --f: x, 1, 2, y;
  --h: foo(1, 2);
  --i: 1px 2px, 3px ;
}`,
      ],
    ])
  })

  it('keeps the quotes of attributes in strings', async () => {
    await check([
      [
        `@function ti($l) { $r: (); @each $t in $l { $r: append($r, unquote('[type="#{$t}"]'), comma); } @return $r; } #{ti(text email)} { a: b }`,
        `[type="text"],[type="email"]{a:b}`,
      ],
      [
        `@function ti($l) { $r: (); @each $t in $l { $r: append($r, unquote("[type='#{$t}']"), comma); } @return $r; } #{ti(text email)} { a: b }`,
        `[type='text'],[type='email']{a:b}`,
      ],
      [`$s: "[type='text']"; #{$s} { a: b }`, `[type='text']{a:b}`],
      [`$s: '[type="text"]'; #{$s} { a: b }`, `[type="text"]{a:b}`],
      [`$s: "[type='text']:hover"; a { &#{$s} { a: b } }`, `a[type='text']:hover{a:b}`],
      [
        `@mixin s($n) { [class*='#{$n}'], [class^="#{$n}-"] { a: b } } @include s(x);`,
        `[class*='x'],[class^="x-"]{a:b}`,
      ],
      [
        `@function ti($l) { $r: (); @each $t in $l { $r: append($r, unquote('[type=\\'#{$t}\\']:x'), comma); } @return $r; } #{ti(text email)} { a: b }`,
        `[type='text']:x,[type='email']:x{a:b}`,
      ],
      [
        `$s: '[type=\\'text\\']'; #{$s} { a: b } a[href='x\\'y'], b[c='d' i], e[f=g], h[i='j k'] { a: b }`,
        `[type='text']{a:b}a[href="x'y"],b[c='d' i],e[f=g],h[i='j k']{a:b}`,
      ],
      [`$s: "[type=\\"text\\"]"; #{$s} { a: b }`, `[type="text"]{a:b}`],
      [
        `@mixin c($s) { #{$s} { a: b } } @include c("[a='b'], [c='d']"); x { @include c('&[a="b"]'); }`,
        `[a='b'],[c='d']{a:b}x[a="b"]{a:b}`,
      ],
    ])
  })

  it('does not change colours that are assembled from strings', async () => {
    await check([
      [
        `$c: #8a8a8a; $r: 'rgb%28#{round(red($c))}, #{round(green($c))}%29'; a { b: url("data:image/svg+xml,<svg c='#{$r}'/>") }`,
        `a{b:url("data:image/svg+xml,<svg c='rgb%28138, 138%29'/>")}`,
      ],
    ])
  })

  it('copies the result of inspect, and leaves out classes without a selector', async () => {
    await check([
      [
        `$f: -apple-system, "Segoe UI", sans-serif; :root { --font: #{inspect($f)}; --g: #{$f}; --h: #{inspect(white)} }`,
        `:root{--font: -apple-system, "Segoe UI", sans-serif;--g: -apple-system,Segoe UI,sans-serif;--h: white }`,
      ],
      ['a { &:-webkit-any() { b: c } d: e }', 'a{d:e}a{b:c}'],
      ['a:-moz-any() , b:not( ) { b: c }', 'a,b{b:c}'],
    ])
  })

  it('finds the first comma of a value that is searched as a text', async () => {
    const parser = `@function first($image) {
  $image: unquote($image);
  $end: str-index($image, ",");
  @return str-slice($image, str-index($image, "(") + 1, $end - 1);
}
`
    const rule = `a { content: "a, b"; background: first(inspect(linear-gradient(to left, red))); margin: 0.5em}`
    await check([[parser + rule, 'a{content:"a, b";background:to left;margin:0.5em}']])
  })

  it('accepts keyframes of any name', async () => {
    await check([
      [
        '@keyframes x { fom { a: b } 50% { a: c } .foo, to { a: c } }',
        '@keyframes x{fom{a:b}50%{a:c}.foo,to{a:c}}',
        `@keyframes x {
  fom {
    a: b;
  }
  50% {
    a: c;
  }
  .foo, to {
    a: c;
  }
}`,
      ],
      [
        'a { @keyframes x { fom { a: b } } b: c }',
        'a{b:c}@keyframes x{fom{a:b}}',
        `a {
  b: c;
}

@keyframes x {
  fom {
    a: b;
  }
}`,
      ],
      [
        '@mixin k { @keyframes x { @content } } @include k { from { a: b } }',
        '@keyframes x{from{a:b}}',
        `@keyframes x {
  from {
    a: b;
  }
}`,
      ],
      [
        '@-moz-keyframes x { fom { a: b; c: d } 0%, too, 100% { a: c } } fom { e: f }',
        '@-moz-keyframes x{fom{a:b;c:d}0%,too,100%{a:c}}fom{e:f}',
        `@-moz-keyframes x {
  fom {
    a: b;
    c: d;
  }
  0%, too, 100% {
    a: c;
  }
}

fom {
  e: f;
}`,
      ],
    ])
  })

  it('keeps the lines of comments with interpolations', async () => {
    await check([
      [
        `@mixin banner($f) {
  /*!
   * B #{$f} v5
   * c
   */
 a { b: c }
}
@include banner("x");`,
        `/*!
   * B x v5
   * c
   */a{b:c}`,
        `/*!
   * B x v5
   * c
   */
a {
  b: c;
}`,
      ],
      [
        `a {
    /*!
   * B #{1 + 1} v5 #{2} d
 * c
   */
 b: c }`,
        `a{/*!
   * B 2 v5 2 d
 * c
   */b:c}`,
        `a {
  /*!
   * B 2 v5 2 d
 * c
   */
  b: c;
}`,
      ],
    ])
  })
})
