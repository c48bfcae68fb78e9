import type { Grammar } from './grammar.js'
import { apache } from './lexers/apache.js'
import { appleScript } from './lexers/appleScript.js'
import { awk } from './lexers/awk.js'
import { batchfile } from './lexers/batchfile.js'
import { bibtex } from './lexers/bibtex.js'
import { c } from './lexers/c.js'
import { clojure } from './lexers/clojure.js'
import { cmake } from './lexers/cmake.js'
import { coffeescript } from './lexers/coffeescript.js'
import { commonLisp } from './lexers/commonLisp.js'
import { conf } from './lexers/conf.js'
import { console } from './lexers/console.js'
import { coq } from './lexers/coq.js'
import { cpp } from './lexers/cpp.js'
import { crystal } from './lexers/crystal.js'
import { csharp } from './lexers/csharp.js'
import { css } from './lexers/css.js'
import { cuda } from './lexers/cuda.js'
import { cypher } from './lexers/cypher.js'
import { d } from './lexers/d.js'
import { dart } from './lexers/dart.js'
import { diff } from './lexers/diff.js'
import { docker } from './lexers/docker.js'
import { dot } from './lexers/dot.js'
import { eex } from './lexers/eex.js'
import { elixir } from './lexers/elixir.js'
import { elm } from './lexers/elm.js'
import { erb } from './lexers/erb.js'
import { erlang } from './lexers/erlang.js'
import { fortran } from './lexers/fortran.js'
import { fsharp } from './lexers/fsharp.js'
import { gdscript } from './lexers/gdscript.js'
import { gherkin } from './lexers/gherkin.js'
import { glsl } from './lexers/glsl.js'
import { go } from './lexers/go.js'
import { graphql } from './lexers/graphql.js'
import { gradle, groovy } from './lexers/groovy.js'
import { haml } from './lexers/haml.js'
import { handlebars } from './lexers/handlebars.js'
import { haskell } from './lexers/haskell.js'
import { hcl } from './lexers/hcl.js'
import { html, xml } from './lexers/html.js'
import { http } from './lexers/http.js'
import { ini } from './lexers/ini.js'
import { irb, irbOutput } from './lexers/irb.js'
import { java } from './lexers/java.js'
import { javascript } from './lexers/javascript.js'
import { jinja, twig } from './lexers/jinja.js'
import { json, jsonDoc } from './lexers/json.js'
import { jsp } from './lexers/jsp.js'
import { julia } from './lexers/julia.js'
import { kotlin } from './lexers/kotlin.js'
import { liquid } from './lexers/liquid.js'
import { literateHaskell } from './lexers/literateHaskell.js'
import { llvm } from './lexers/llvm.js'
import { lua } from './lexers/lua.js'
import { make } from './lexers/make.js'
import { markdown } from './lexers/markdown.js'
import { mathematica } from './lexers/mathematica.js'
import { matlab } from './lexers/matlab.js'
import { nasm } from './lexers/nasm.js'
import { nginx } from './lexers/nginx.js'
import { nim } from './lexers/nim.js'
import { nix } from './lexers/nix.js'
import { objectiveC } from './lexers/objectiveC.js'
import { ocaml } from './lexers/ocaml.js'
import { pascal } from './lexers/pascal.js'
import { perl } from './lexers/perl.js'
import { php } from './lexers/php.js'
import { plaintext } from './lexers/plaintext.js'
import { plist } from './lexers/plist.js'
import { postscript } from './lexers/postscript.js'
import { powershell } from './lexers/powershell.js'
import { prolog } from './lexers/prolog.js'
import { properties } from './lexers/properties.js'
import { protobuf } from './lexers/protobuf.js'
import { puppet } from './lexers/puppet.js'
import { python } from './lexers/python.js'
import { qml } from './lexers/qml.js'
import { r } from './lexers/r.js'
import { racket } from './lexers/racket.js'
import { ruby } from './lexers/ruby.js'
import { rust } from './lexers/rust.js'
import { sass } from './lexers/sass.js'
import { scala } from './lexers/scala.js'
import { scheme } from './lexers/scheme.js'
import { scss } from './lexers/scss.js'
import { sed } from './lexers/sed.js'
import { shell } from './lexers/shell.js'
import { solidity } from './lexers/solidity.js'
import { sparql } from './lexers/sparql.js'
import { sql } from './lexers/sql.js'
import { ssh } from './lexers/ssh.js'
import { swift } from './lexers/swift.js'
import { systemd } from './lexers/systemd.js'
import { tcl } from './lexers/tcl.js'
import { terraform } from './lexers/terraform.js'
import { tex } from './lexers/tex.js'
import { toml } from './lexers/toml.js'
import { turtle } from './lexers/turtle.js'
import { typescript, jsx, tsx } from './lexers/typescript.js'
import { vala } from './lexers/vala.js'
import { vb } from './lexers/vb.js'
import { velocity } from './lexers/velocity.js'
import { verilog } from './lexers/verilog.js'
import { vhdl } from './lexers/vhdl.js'
import { viml } from './lexers/viml.js'
import { vue } from './lexers/vue.js'
import { yaml } from './lexers/yaml.js'
import { zig } from './lexers/zig.js'

/** Lexers by the language's own name. */
export const GRAMMARS: Readonly<Record<string, Grammar>> = {
  apache,
  applescript: appleScript,
  awk,
  batchfile,
  bibtex,
  c,
  clojure,
  cmake,
  coffeescript,
  common_lisp: commonLisp,
  conf,
  console,
  coq,
  cpp,
  crystal,
  csharp,
  css,
  cuda,
  cypher,
  d,
  dart,
  diff,
  docker,
  dot,
  eex,
  elixir,
  elm,
  erb,
  erlang,
  fortran,
  fsharp,
  gdscript,
  gherkin,
  glsl,
  go,
  gradle,
  graphql,
  groovy,
  haml,
  handlebars,
  haskell,
  hcl,
  html,
  http,
  ini,
  irb,
  irb_output: irbOutput,
  java,
  javascript,
  jinja,
  json,
  'json-doc': jsonDoc,
  jsp,
  jsx,
  julia,
  kotlin,
  liquid,
  literate_haskell: literateHaskell,
  llvm,
  lua,
  make,
  markdown,
  mathematica,
  matlab,
  nasm,
  nginx,
  nim,
  nix,
  objective_c: objectiveC,
  ocaml,
  pascal,
  perl,
  php,
  plaintext,
  plist,
  postscript,
  powershell,
  prolog,
  properties,
  protobuf,
  puppet,
  python,
  qml,
  r,
  racket,
  ruby,
  rust,
  sass,
  scala,
  scheme,
  scss,
  sed,
  shell,
  solidity,
  sparql,
  sql,
  ssh,
  swift,
  systemd,
  tcl,
  terraform,
  tex,
  toml,
  tsx,
  turtle,
  twig,
  typescript,
  vala,
  vb,
  velocity,
  verilog,
  vhdl,
  viml,
  vue,
  xml,
  yaml,
  zig,
}
