import { expect } from 'chai'
import { formatCss } from '../../../src/builder/sass/format.js'

const EXPANDED = `/* top
 * more
 */
.a {
  color: red; /* in */
  b: c;
}
.b,
.c {
  x: y;
}
@media print {
  .a {
    q: r;
  }
  .d {
    s: t;
  }
}
@keyframes k {
  from {
    a: b;
  }
  to {
    c: d;
  }
}`

// What sassc 2.4 prints for the same style sheet.
describe('formatCss', () => {
  it('puts blank lines between rules in the style expanded', () => {
    expect(formatCss(EXPANDED, 'expanded')).to.equal(`/* top
 * more
 */
.a {
  color: red;
  /* in */
  b: c;
}

.b,
.c {
  x: y;
}

@media print {
  .a {
    q: r;
  }
  .d {
    s: t;
  }
}

@keyframes k {
  from {
    a: b;
  }
  to {
    c: d;
  }
}`)
  })

  it('puts a rule on a line in the style compact', () => {
    expect(formatCss(EXPANDED, 'compact')).to.equal(`/* top more */
.a { color: red; /* in */ b: c; }

.b, .c { x: y; }

@media print { .a { q: r; } .d { s: t; } }

@keyframes k { from { a: b; }
  to { c: d; } }`)
  })

  it('leaves no space after an escape at the end of a value', () => {
    expect(formatCss('a{width:auto\\9 ;b:c\\9 }', 'compressed')).to.equal('a{width:auto\\9;b:c\\9}')
  })

  it('keeps the space before the condition of a media rule', () => {
    expect(formatCss('a{b:c}@media(width: 1px){d{e:f}}', 'compressed')).to.equal(
      'a{b:c}@media (width: 1px){d{e:f}}',
    )
  })

  // What sassc 2.4 prints for the style sheet that the compiler wrote these from.
  const COMMENTED = `a { /* one */
  b: c; /* two */
} /* three */
d,
e {
  --x: { f: g; h: i };
  j: url(data:image/png;base64,AA==) ";}";
}
@media print { /* four */
  k,
  l {
    m: n;
  }
}`

  it('keeps what follows a comment after a brace', () => {
    expect(formatCss(COMMENTED, 'compact')).to.equal(`a { /* one */ b: c; /* two */ }

/* three */
d, e { --x: { f: g; h: i }; j: url(data:image/png;base64,AA==) ";}"; }

@media print { /* four */ k, l { m: n; } }`)
  })

  it('puts a comment on one line without the stars at the beginning of lines', () => {
    expect(formatCss('/**\n * two\n *\n * 1. x\n **\n ** y\n */', 'compact')).to.equal(
      '/** two 1. x y */',
    )
    // As the compiler writes those of indented Sass.
    expect(formatCss('/* * helpers\n * */', 'compact')).to.equal('/* helpers */')
    expect(formatCss('/**\n * * two\n * *\n * * 1. x\n * */', 'compact')).to.equal(
      '/** two 1. x */',
    )
  })

  it('puts keyframes and their declarations on lines of their own in the style compact', () => {
    const css =
      '@media print { @keyframes k { from { a: b; c: d; } to { e: f; } } g { a: b; c: d; } }'
    expect(formatCss(css, 'compact')).to.equal(`@media print { @keyframes k { from { a: b;
      c: d; }
    to { e: f; } } g { a: b; c: d; } }`)
  })

  it('keeps the space between conditions in the style compressed', () => {
    expect(formatCss('@media a and (b: c)and (d: e){f{g:")and ("}}', 'compressed')).to.equal(
      '@media a and (b: c) and (d: e){f{g:")and ("}}',
    )
  })

  it('keeps the lines of selectors', () => {
    expect(formatCss(COMMENTED, 'nested')).to.equal(`a {
  /* one */
  b: c;
  /* two */ }

/* three */
d,
e {
  --x: { f: g; h: i };
  j: url(data:image/png;base64,AA==) ";}"; }

@media print {
  /* four */
  k,
  l {
    m: n; } }`)
  })
})
