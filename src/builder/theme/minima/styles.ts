/**
 * The style sheet of the built-in minima, written anew: the same classes, variables and measures.
 */

const VARIABLES = `@charset "utf-8";

$base-font-family: -apple-system, BlinkMacSystemFont, "Segoe UI", Roboto, Helvetica, Arial, sans-serif, "Apple Color Emoji", "Segoe UI Emoji", "Segoe UI Symbol" !default;
$base-font-size: 16px !default;
$base-font-weight: 400 !default;
$small-font-size: $base-font-size * .875 !default;
$base-line-height: 1.5 !default;
$spacing-unit: 30px !default;
$text-color: #111 !default;
$background-color: #fdfdfd !default;
$brand-color: #2a7ae2 !default;
$grey-color: #828282 !default;
$grey-color-light: lighten($grey-color, 40%) !default;
$grey-color-dark: darken($grey-color, 25%) !default;
$table-text-align: left !default;
$content-width: 800px !default;
$on-palm: 600px !default;
$on-laptop: 800px !default;

@mixin media-query($device) { @media screen and (max-width: $device) { @content; } }
@mixin relative-font-size($ratio) { font-size: $base-font-size * $ratio; }

@import "minima/base", "minima/layout", "minima/syntax-highlighting";
`

const BASE = `$half: $spacing-unit / 2;
body, h1, h2, h3, h4, h5, h6, p, blockquote, pre, hr, dl, dd, ol, ul, figure { margin: 0; padding: 0; }
body {
  font: $base-font-weight #{$base-font-size}/#{$base-line-height} $base-font-family;
  color: $text-color; background-color: $background-color;
  -webkit-text-size-adjust: 100%; font-feature-settings: "kern" 1; font-kerning: normal;
  display: flex; min-height: 100vh; flex-direction: column;
}
h1, h2, h3, h4, h5, h6, p, blockquote, pre, ul, ol, dl, figure, %vertical-rhythm { margin-bottom: $half; }
main { display: block; }
img { max-width: 100%; vertical-align: middle; }
figure > img { display: block; }
figcaption { font-size: $small-font-size; }
ul, ol { margin-left: $spacing-unit; }
li > ul, li > ol { margin-bottom: 0; }
h1, h2, h3, h4, h5, h6 { font-weight: $base-font-weight; }
a {
  color: $brand-color; text-decoration: none;
  &:visited { color: darken($brand-color, 15%); }
  &:hover { color: $text-color; text-decoration: underline; }
  .social-media-list &:hover { text-decoration: none; .username { text-decoration: underline; } }
}
blockquote {
  color: $grey-color; border-left: 4px solid $grey-color-light; padding-left: $half;
  @include relative-font-size(1.125); letter-spacing: -1px; font-style: italic;
  > :last-child { margin-bottom: 0; }
}
pre, code {
  @include relative-font-size(.9375);
  border: 1px solid $grey-color-light; border-radius: 3px; background-color: #eef;
}
code { padding: 1px 5px; }
pre { padding: 8px 12px; overflow-x: auto; > code { border: 0; padding-right: 0; padding-left: 0; } }
%clearfix:after { content: ""; display: table; clear: both; }
.wrapper {
  max-width: calc(#{$content-width} - (#{$spacing-unit} * 2));
  margin-right: auto; margin-left: auto; padding-right: $spacing-unit; padding-left: $spacing-unit;
  @extend %clearfix;
  @include media-query($on-laptop) {
    max-width: calc(#{$content-width} - (#{$spacing-unit})); padding-right: $half; padding-left: $half;
  }
}
.svg-icon { width: 16px; height: 16px; display: inline-block; fill: $grey-color; padding-right: 5px; vertical-align: text-top; }
.social-media-list li + li { padding-top: 5px; }
table {
  margin-bottom: $spacing-unit; width: 100%; text-align: $table-text-align;
  color: lighten($text-color, 18%); border-collapse: collapse; border: 1px solid $grey-color-light;
  tr:nth-child(even) { background-color: lighten($grey-color-light, 6%); }
  th, td { padding: ($spacing-unit / 3) $half; }
  th {
    background-color: lighten($grey-color-light, 3%); border: 1px solid darken($grey-color-light, 4%);
    border-bottom-color: darken($grey-color-light, 12%);
  }
  td { border: 1px solid $grey-color-light; }
}
`

const LAYOUT = `$bar: $base-line-height * $base-font-size * 2.25;
.site-header { border-top: 5px solid $grey-color-dark; border-bottom: 1px solid $grey-color-light; min-height: $spacing-unit * 1.865; position: relative; }
.site-title {
  @include relative-font-size(1.625);
  font-weight: 300; line-height: $bar; letter-spacing: -1px; margin-bottom: 0; float: left;
  &, &:visited { color: $grey-color-dark; }
}
.site-nav {
  float: right; line-height: $bar;
  .nav-trigger, .menu-icon { display: none; }
  .page-link { color: $text-color; line-height: $base-line-height; &:not(:last-child) { margin-right: 20px; } }
  @include media-query($on-palm) {
    position: absolute; top: 9px; right: $spacing-unit / 2; background-color: $background-color;
    border: 1px solid $grey-color-light; border-radius: 5px; text-align: right;
    label[for="nav-trigger"] { display: block; float: right; width: 36px; height: 36px; z-index: 2; cursor: pointer; }
    .menu-icon { display: block; float: right; width: 36px; height: 26px; line-height: 0; padding-top: 10px; text-align: center; > svg { fill: $grey-color-dark; } }
    input ~ .trigger { clear: both; display: none; }
    input:checked ~ .trigger { display: block; padding-bottom: 5px; }
    .page-link { display: block; margin-left: 20px; padding: 5px 10px; &:not(:last-child) { margin-right: 0; } }
  }
}
.site-footer { border-top: 1px solid $grey-color-light; padding: $spacing-unit 0; }
.footer-heading { @include relative-font-size(1.125); margin-bottom: $spacing-unit / 2; }
.contact-list, .social-media-list { list-style: none; margin-left: 0; }
.footer-col-wrapper { @include relative-font-size(.9375); color: $grey-color; margin-left: -$spacing-unit / 2; @extend %clearfix; }
.footer-col { float: left; margin-bottom: $spacing-unit / 2; padding-left: $spacing-unit / 2; }
@mixin column($share) { width: calc(#{$share} - (#{$spacing-unit} / 2)); }
.footer-col-1 { @include column(35%); }
.footer-col-2 { @include column(20%); }
.footer-col-3 { @include column(45%); }
@include media-query($on-laptop) {
  .footer-col-1, .footer-col-2 { @include column(50%); }
  .footer-col-3 { @include column(100%); }
}
@include media-query($on-palm) { .footer-col { float: none; @include column(100%); } }
.page-content { padding: $spacing-unit 0; flex: 1; }
.page-heading { @include relative-font-size(2); }
.post-list-heading { @include relative-font-size(1.75); }
.post-list { margin-left: 0; list-style: none; > li { margin-bottom: $spacing-unit; } }
.post-meta { font-size: $small-font-size; color: $grey-color; }
.post-link { display: block; @include relative-font-size(1.5); }
.post-header { margin-bottom: $spacing-unit; }
@mixin sized($wide, $narrow) {
  @include relative-font-size($wide);
  @include media-query($on-laptop) { @include relative-font-size($narrow); }
}
.post-title { letter-spacing: -1px; line-height: 1; @include sized(2.625, 2.25); }
.post-content {
  margin-bottom: $spacing-unit;
  h2 { @include sized(2, 1.75); }
  h3 { @include sized(1.625, 1.375); }
  h4 { @include sized(1.25, 1.125); }
}
`

const HIGHLIGHTING = `.highlight {
  background: #fff; @extend %vertical-rhythm;
  .highlighter-rouge & { background: #eef; }
  @each $names, $color in (c cm c1) #998, (cp cs gh bp) #999, (gr gt) #a00, (m mf mh mi mo il) #099,
    (s sb sc sd s2 se sh si sx s1) #d14, (na no nv vc vg vi) #008080, (kt nc) #458, (ne nf) #900,
    (gp nn) #555, (gu) #aaa, (go) #888, (w) #bbb, (nb) #0086b3, (ni) #800080, (nt) #000080,
    (sr) #009926, (ss) #990073 {
    @each $name in $names { .#{$name} { color: $color; } }
  }
  .c, .cm, .c1, .cs, .ge { font-style: italic; }
  .k, .o, .cp, .cs, .gs, .kc, .kd, .kp, .kr, .kt, .nc, .ne, .nf, .ow { font-weight: bold; }
  .err { color: #a61717; background-color: #e3d2d2; }
  .gd { color: #000; background-color: #fdd; .x { background-color: #faa; } }
  .gi { color: #000; background-color: #dfd; .x { background-color: #afa; } }
}
`

const MAIN = `---
---
@import "minima";
`

/** Path in the theme -> text. */
export const MINIMA_STYLES: readonly (readonly [string, string])[] = [
  ['_sass/minima.scss', VARIABLES],
  ['_sass/minima/_base.scss', BASE],
  ['_sass/minima/_layout.scss', LAYOUT],
  ['_sass/minima/_syntax-highlighting.scss', HIGHLIGHTING],
  ['assets/main.scss', MAIN],
]
