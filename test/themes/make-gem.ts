/** Makes gems as `gem build` does, and archives as nobody should. */

import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'

/** An entry of a tar archive. */
export interface TarEntry {
  readonly name: string
  readonly data?: string | Uint8Array
  /** `0` a file, `1` and `2` links, `3` a device, `5` a folder, `x` and `L` what is said of the next. */
  readonly type?: string
  readonly link?: string
  /** What the header says, whatever comes. */
  readonly size?: number
}

const BLOCK = 512

export function makeTar(entries: Iterable<TarEntry>): Buffer {
  const blocks: Buffer[] = []
  for (const { name, data = '', type = '0', link = '', size } of entries) {
    const content = Buffer.from(data)
    const header = Buffer.alloc(BLOCK)
    header.write(name, 0, 100)
    header.write('0000644\0', 100)
    header.write(`${(size ?? content.length).toString(8).padStart(11, '0')}\0`, 124)
    header.write('        ', 148)
    header.write(type, 156)
    header.write(link, 157, 100)
    header.write('ustar\x0000', 257)
    const sum = header.reduce((all, byte) => all + byte, 0)
    header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
    blocks.push(header, content, Buffer.alloc((BLOCK - (content.length % BLOCK)) % BLOCK))
  }
  return Buffer.concat([...blocks, Buffer.alloc(2 * BLOCK)])
}

export interface MadeGem {
  readonly name: string
  readonly version: string
  /** Such as `jekyll: '>= 3.5'`. */
  readonly needs?: Readonly<Record<string, string>>
  readonly files?: Readonly<Record<string, string | Uint8Array>>
  /** In place of the files. */
  readonly entries?: Iterable<TarEntry>
  /** In place of the right one. */
  readonly sum?: string
}

export function makeGem({ name, version, needs = {}, files = {}, entries, sum }: MadeGem): Buffer {
  const own = Object.entries(files).map(([path, data]) => ({ name: path, data }))
  const data = gzipSync(makeTar(entries ?? own))
  const metadata = gzipSync(specOf({ name, version, needs }))
  const sha = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
  const sums = `---\nSHA256:\n  metadata.gz: ${sha(metadata)}\n  data.tar.gz: ${sum ?? sha(data)}\n`
  return makeTar([
    { name: 'metadata.gz', data: metadata },
    { name: 'data.tar.gz', data },
    { name: 'checksums.yaml.gz', data: gzipSync(sums) },
  ])
}

function specOf({ name, version, needs = {} }: MadeGem): string {
  const dependencies = Object.entries(needs).map(
    ([dependency, requirement]) => `- !ruby/object:Gem::Dependency
  name: ${dependency}
  requirement: !ruby/object:Gem::Requirement
    requirements:
    - - "${requirement.split(' ')[0]}"
      - !ruby/object:Gem::Version
        version: '${requirement.split(' ')[1]}'
  type: :runtime
  prerelease: false
`,
  )
  return `--- !ruby/object:Gem::Specification
name: ${name}
version: !ruby/object:Gem::Version
  version: '${version}'
platform: ruby
authors:
- Ada
- Grace
dependencies:${dependencies.length === 0 ? ' []' : ''}
${dependencies.join('')}description:
summary: A calm theme.
metadata:
  plugin_type: theme
rubygems_version: 3.4.20
`
}
