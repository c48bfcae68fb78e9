/** Collects the licence texts of the packages that a bundle contains, since their files stay behind. */

import { readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'

const PACKAGE = /^(.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+)[\\/]/
const TEXT = /^(?:licen[cs]e|copying|notice)\b/i

/**
 * Writes one file with the texts of all packages.
 *
 * @param modules paths of the modules in the bundle
 * @throws Error that names a package without a text
 */
export async function writeLicences(file, modules) {
  const folders = new Set(modules.flatMap((name) => PACKAGE.exec(name)?.[1] ?? []))
  const texts = await Promise.all([...folders].map(describePackage))
  await writeFile(file, [...new Set(texts)].sort().join('\n'))
}

async function describePackage(folder) {
  const { name, version, license } = JSON.parse(await readFile(path.join(folder, 'package.json')))
  const names = (await readdir(folder)).filter((one) => TEXT.test(one)).sort()
  if (names.length === 0) throw new Error(`${folder} has no licence text, and is bundled`)
  const texts = await Promise.all(names.map((one) => readFile(path.join(folder, one), 'utf8')))
  const title = `${name} ${version} (${license})`
  return `${title}\n${'='.repeat(title.length)}\n\n${texts.map((text) => text.trim()).join('\n\n')}\n`
}
