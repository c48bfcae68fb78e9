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

.b, .c {
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
})
