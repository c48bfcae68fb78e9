/** Questions to the graph of imports. */

import type { SourceFile } from './sources.js'

export type Graph = ReadonlyMap<string, readonly string[]>

/** Files and what they import; `types` counts imports that are types alone, too. */
export function graphOf(sources: readonly SourceFile[], { types }: { types: boolean }): Graph {
  const known = new Set(sources.map(({ file }) => file))
  return new Map(
    sources.map(({ file, links }) => [
      file,
      links.filter((link) => (types || !link.isType) && known.has(link.to)).map(({ to }) => to),
    ]),
  )
}

/** Groups of files that import each other in a circle (strongly connected, more than one), by Tarjan. */
export function cyclesOf(graph: Graph): string[][] {
  const index = new Map<string, number>()
  const low = new Map<string, number>()
  const stack: string[] = []
  const onStack = new Set<string>()
  const found: string[][] = []
  const visit = (node: string): void => {
    index.set(node, index.size)
    low.set(node, index.get(node)!)
    stack.push(node)
    onStack.add(node)
    for (const next of graph.get(node) ?? []) {
      if (!index.has(next)) visit(next)
      if (onStack.has(next)) low.set(node, Math.min(low.get(node)!, low.get(next)!))
    }
    if (low.get(node) !== index.get(node)) return
    const group: string[] = []
    for (let last = stack.pop(); last !== undefined; last = stack.pop()) {
      onStack.delete(last)
      group.push(last)
      if (last === node) break
    }
    if (group.length > 1) found.push(group.sort())
  }
  for (const node of graph.keys()) if (!index.has(node)) visit(node)
  return found
}

/** Exports of `sources` that no other file of `readers` imports, as `file: name`. */
export function unusedExports(
  sources: readonly SourceFile[],
  readers: readonly Pick<SourceFile, 'file' | 'links'>[],
): string[] {
  const used = new Map<string, Set<string>>()
  for (const { file, links } of readers) {
    for (const { to, names } of links) {
      if (to === file) continue
      const held = used.get(to) ?? new Set()
      for (const name of names) held.add(name)
      used.set(to, held)
    }
  }
  return sources.flatMap(({ file, exports }) => {
    const names = used.get(file) ?? new Set()
    if (names.has('*')) return []
    return exports.filter((name) => !names.has(name)).map((name) => `${file}: ${name}`)
  })
}
