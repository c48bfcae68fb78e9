/** Style sheets, which are programs: loops, texts and lists of selectors that grow while they are read. */

import { atSizes, lines, type Bomb } from './bombs.js'

export const sassBombs: readonly Bomb[] = [
  ...atSizes(
    [
      ['rules in rules', (n) => `${'a{'.repeat(n)}b:c${'}'.repeat(n)}`],
      ['open rules', (n) => 'a{'.repeat(n)],
      ['parentheses', (n) => `a{b:${'('.repeat(n)}1${')'.repeat(n)}}`],
      ['open parentheses', (n) => `a{b:${'('.repeat(n)}`],
      ['open interpolations', (n) => `a{b:${'#{'.repeat(n)}`],
      ['open comments', (n) => '/*'.repeat(n)],
      ['negations', (n) => `${':not('.repeat(n)}a${')'.repeat(n)}{b:c}`],
      ['signs', (n) => `a{b:${'- '.repeat(n)}1}`],
      ['sums', (n) => `a{b:1${'+1'.repeat(n)}}`],
      ['commas', (n) => `a${',a'.repeat(n)}{b:c}`],
      ['braces alone', (n) => '}'.repeat(n)],
      ['variables', (n) => `${lines(n, (at) => `$v${at}: $v${at - 1};`)}`],
      ['parents', (n) => `a{${'& '.repeat(n)}{b:c}}`],
      ['conditions', (n) => `@if true {${'@if true {'.repeat(n)}`],
      ['queries in queries', (n) => `${'@media (a){'.repeat(n)}b{c:d}${'}'.repeat(n)}`],
    ],
    [100, 3000, 20_000],
  ),
  ...[
    ['a loop of a thousand million', '@for $i from 1 through 1000000000 { .a#{$i} {b: c} }'],
    ['a style sheet that imports itself', '@import "main";'],
    ['a function that calls itself', '@function f($x) { @return f($x + 1); } a{b: f(1)}'],
    ['a mixin that includes itself', '@mixin m { a{@include m;} } @include m;'],
    ['a function that calls itself twice', '@function f($x) { @return f($x) + f($x); } a{b: f(1)}'],
    ['a loop without end', '$i: 1; @while $i > 0 { $i: $i + 1; }'],
    ['a text that doubles', `$a: "xxxxxxxxxxxxxxxx"; ${'$a: $a + $a;'.repeat(40)} a{b:$a}`],
    ['a list that doubles', `$a: 1 2 3; ${'$a: join($a, $a);'.repeat(40)} a{b:$a}`],
    ['selectors that double', `${'a,b{& &{'.repeat(24)}c:d${'}}'.repeat(24)}`],
    ['lists of parents', `${'a,b,c,d,e,f,g,h,i,j{'.repeat(12)}k:l${'}'.repeat(12)}`],
    ['queries that multiply', `${'@media a,b,c,d{'.repeat(14)}e{f:g}${'}'.repeat(14)}`],
    ['extensions of extensions', lines(60, (at) => `.a${at} .b${at} .c{d:e} .x${at}{@extend .c;}`)],
    ['rings of extensions', lines(2000, (at) => `.a${at}{@extend .a${(at + 1) % 2000};b:c}`)],
    ['messages', '@for $i from 1 through 10000000 { @debug "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"; }'],
    ['warnings', '@for $i from 1 through 10000000 { @warn "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"; }'],
    ['a number that grows', `$a: 9; ${'$a: $a * $a;'.repeat(40)} a{b:$a}`],
    [
      'maps of maps',
      `$m: (); @for $i from 1 through 3000 { $m: map-merge((a#{$i}: $m), $m); } a{b: inspect($m)}`,
    ],
  ].map(([title = '', text = '']) => ({ title: title, text })),
]
