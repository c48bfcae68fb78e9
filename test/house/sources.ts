/** The sources of the project as they stand: their text, their syntax tree, what they import and export. */

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseSync } from 'vite'

export const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** One import or re-export of another module of the project. */
export interface Link {
  /** From the root: `src/git/commit.ts`. */
  readonly to: string
  readonly isType: boolean
  readonly names: readonly string[]
}

export interface SourceFile {
  /** From the root, `/` between segments. */
  readonly file: string
  readonly text: string
  readonly lines: number
  readonly links: readonly Link[]
  readonly exports: readonly string[]
  readonly functions: readonly FunctionSize[]
}

export interface FunctionSize {
  readonly name: string
  readonly line: number
  /** Without blank lines and comments. */
  readonly lines: number
}

interface Node {
  readonly type: string
  /** Where it stands in the text. */
  readonly start: number
  readonly end: number
  readonly [key: string]: unknown
}

/** Every TypeScript file below a folder of the root. */
export function readSources(folder: string): SourceFile[] {
  return filesBelow(folder).map(readSource)
}

/** What they import, without reading all of those that import at their head alone. */
export function readLinks(folder: string): Pick<SourceFile, 'file' | 'links'>[] {
  return filesBelow(folder).map((file) => {
    const text = readFileSync(path.join(ROOT, file), 'utf8')
    return { file, links: nodesOf(parse(headOf(text), file)).flatMap((node) => linkOf(node, file)) }
  })
}

function filesBelow(folder: string): string[] {
  return readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => `${folder}/${name.split(path.sep).join('/')}`)
    .sort()
}

/** Up to what may be the last import; all of it where there may be one inside. */
function headOf(text: string): string {
  const ends = [...text.matchAll(/^(?:import|export|\}) .*from '[^']+'$/gm)]
  const last = ends.at(-1)
  const isInside = /\bimport\(/.test(text) || /`/.test(text.slice(0, last?.index))
  return last === undefined || isInside ? text : text.slice(0, last.index + last[0].length)
}

function readSource(file: string): SourceFile {
  const text = readFileSync(path.join(ROOT, file), 'utf8')
  const nodes = nodesOf(parse(text, file))
  return {
    file,
    text,
    lines: text.split('\n').length - 1,
    links: nodes.flatMap((node) => linkOf(node, file)),
    exports: nodes.flatMap(exportsOf),
    functions: functionsOf(nodes, text),
  }
}

/** By the parser of the build tool: that of prettier took ten times as long. */
function parse(text: string, file: string): Node {
  const { program, errors } = parseSync(file, text)
  const [error] = errors
  if (error) throw new Error(`${file}: ${error.message}`)
  return program as unknown as Node
}

/** A tree's nodes, each before those in it. */
function nodesOf(value: unknown, found: Node[] = []): Node[] {
  if (Array.isArray(value)) {
    for (const item of value) nodesOf(item, found)
  } else if (isNode(value)) {
    found.push(value)
    for (const key in value) {
      nodesOf(value[key], found)
    }
  }
  return found
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value
}

function linkOf(node: Node, file: string): Link[] {
  const source = node['source']
  if (!isNode(source)) return []
  const specifier = source['value']
  if (typeof specifier !== 'string' || !specifier.startsWith('.')) return []
  const resolved = path.posix.join(path.posix.dirname(file), specifier)
  const plain = resolved.replace(/\.js$/, '.ts')
  const to = existsSync(path.join(ROOT, plain)) ? plain : `${plain}x`
  const specifiers = (node['specifiers'] ?? []) as readonly Node[]
  const isType =
    node['importKind'] === 'type' ||
    node['exportKind'] === 'type' ||
    (specifiers.length > 0 && specifiers.every((one) => one['importKind'] === 'type'))
  if (node.type === 'ImportExpression') return [{ to, isType: false, names: ['*'] }]
  if (node.type === 'ExportAllDeclaration') return [{ to, isType, names: ['*'] }]
  return [{ to, isType, names: specifiers.map(importedName) }]
}

function importedName(specifier: Node): string {
  const name = specifier['imported'] ?? specifier['local']
  return specifier.type === 'ImportNamespaceSpecifier' ? '*' : nameOf(name)
}

function nameOf(node: unknown): string {
  return isNode(node) && typeof node['name'] === 'string' ? node['name'] : ''
}

function exportsOf(node: Node): string[] {
  if (node.type !== 'ExportNamedDeclaration') return []
  const declaration = node['declaration']
  if (!isNode(declaration)) {
    return ((node['specifiers'] ?? []) as readonly Node[]).map((one) => nameOf(one['exported']))
  }
  const variables = declaration['declarations']
  if (Array.isArray(variables)) return variables.map((one: Node) => nameOf(one['id']))
  return [nameOf(declaration['id'])]
}

const FUNCTIONS = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression'])

function functionsOf(nodes: readonly Node[], text: string): FunctionSize[] {
  const lines = text.split('\n')
  const ends: number[] = []
  for (const line of lines) ends.push((ends.at(-1) ?? -1) + line.length + 1)
  const lineAt = (place: number) => ends.findIndex((end) => place <= end)
  return nodes
    .filter((node) => FUNCTIONS.has(node.type))
    .map((node) => ({
      name: nameOf(node['id']) || '(anonymous)',
      line: lineAt(node.start) + 1,
      lines: lines
        .slice(lineAt(node.start), lineAt(node.end) + 1)
        .filter((line) => !/^\s*(\/\/|\/\*|\*|$)/.test(line)).length,
    }))
}
