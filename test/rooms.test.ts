/** The rooms of each floor: who may know whom, from the bottom up, and why a room stands where it stands. */

import { expect } from 'chai'
import { ENTRIES } from './house/left-out.js'
import { cyclesOf, graphOf, unusedExports } from './house/graph.js'
import { deadComments, deadLinks } from './house/references.js'
import { readLinks, readSources } from './house/sources.js'

/** `''` is what lies in the floor's own folder. A room may import rooms above it in its list, never below. */
const ROOMS: Readonly<Record<string, readonly (readonly [room: string, reason: string])[]>> = {
  git: [
    ['program', 'runs git and tells its failures; knows no objects'],
    ['objects', 'reads and names what git stores'],
    ['pack', 'many objects in one file'],
    ['refs', 'names of commits, and how commits hang together'],
    ['diff', 'compares trees that are there'],
    ['protocol', 'lines and settings of the wire'],
    ['worktree', 'files beside the repository, from snapshots'],
    ['', 'opens a repository with all of the above'],
    ['lfs', 'files that an opened repository has only pointers of'],
    ['server', 'clone and push, of an opened repository'],
    ['remote', 'fetch and push to others, of an opened repository'],
  ],
  deploy: [
    ['network', 'the way out, which knows no files'],
    ['files', 'plans and order over any store of files'],
    ['ftp', 'one store'],
    ['sftp', 'one store'],
    ['s3', 'one store'],
    ['swift', 'one store'],
    ['folder', 'one store'],
    ['githost', 'one deployer'],
    ['', 'picks one by the options of a site'],
  ],
  service: [
    ['space', 'what each site takes on disk; knows folders, not what is in them'],
    ['branch', 'moves main and follows it; asks nobody who they are'],
    ['mail', 'letters, and who carries them; knows no accounts'],
    ['certificates', 'proves that host names are ours; knows no sites'],
    ['oidc', 'who somebody is, as another server says; knows no accounts'],
    ['accounts', 'people and what they may do, by records and authors of commits'],
    ['content', 'reads and edits what is on main, for somebody'],
    ['worktree', 'takes edits on disk to main, for nobody'],
    ['push', 'takes pushes to main, for somebody'],
    ['sites', 'makes, changes and removes whole sites'],
    ['sync', 'two ways with another host, by the options of a site'],
    ['sets', 'changes on branches of their own, which land by the merge of a sync'],
    ['publish', 'builds and deploys, from a tree, a site and a push to a host'],
    ['render', 'pages of texts that are not saved, over what previews keep warm'],
    ['media', 'shows the files of a site, and small pictures of them'],
    ['jobs', 'asks for any of these'],
    ['events', 'tells what happens on a site, to those who may know'],
    ['notices', 'tells what happened to people who were not there, and to programs elsewhere'],
    ['operations', 'the operator: backup, restore, maintenance of all of it'],
    [
      'copies',
      'what a backup has, kept off the machine all the time, by its parts and restored by its rules',
    ],
  ],
  builder: [
    ['base', 'what is asked and answered, read and told, by every other room; knows no items'],
    ['items', 'a site in memory: pages, posts, files, and where each is written'],
    ['facts', 'names what rendering reads, of items'],
    ['cache', 'keeps texts from build to build, without a word of what they are'],
    ['read', 'a source to items'],
    ['theme', 'finds the files of a theme, by the gems and settings that were read of a site'],
    ['generate', 'adds excerpts to what was read'],
    ['convert', 'Markdown to HTML, remembered in the cache; knows no Liquid'],
    ['sass', 'style sheets to CSS, remembered in the cache; knows no Liquid'],
    ['render', 'items to pages, by all of the above; says what a plugin is'],
    ['write', 'what was made to a folder; asks nobody how it was made'],
    ['plugins', 'those that Jekyll has as gems, each by what a plugin is'],
    ['site-plugins', 'those of a site, by what a plugin is, in an isolate'],
    ['record', 'tells a build what the last one made: reads facts, items and outputs'],
    ['', 'one build, from configuration to files, by all of the above'],
    ['incremental', 'builds again in memory, with the parts of one build'],
    ['process', 'runs builds of either kind in a child with limits'],
  ],
  kramdown: [
    ['tree', 'nodes and texts that all constructs share'],
    ['blocks', 'lines to blocks'],
    ['spans', 'texts to spans'],
    ['print', 'nodes to HTML'],
    ['', 'one after the other'],
  ],
}

const sources = readSources('src')

function roomOf(file: string): readonly [floor: string, room: string] {
  const [, floor = '', ...rest] = file.split('/')
  return [floor, rest.length > 1 ? (rest[0] ?? '') : '']
}

describe('rooms', () => {
  for (const [floor, rooms] of Object.entries(ROOMS)) {
    const order = rooms.map(([room]) => room)
    const inside = sources.filter(({ file }) => roomOf(file)[0] === floor)

    it(`${floor} has a row for every room`, () => {
      const found = new Set(inside.map(({ file }) => roomOf(file)[1]))
      expect([...found].sort()).to.deep.equal(order.toSorted())
    })

    it(`${floor} imports only from rooms below`, () => {
      const wrong = inside.flatMap(({ file, links }) =>
        links
          .filter(({ to }) => roomOf(to)[0] === floor)
          .filter(({ to }) => order.indexOf(roomOf(to)[1]) > order.indexOf(roomOf(file)[1]))
          .map(({ to }) => `${file} -> ${to}`),
      )
      expect(wrong).to.deep.equal([])
    })
  }

  it('have no cycles, not even of types', () => {
    expect(cyclesOf(graphOf(sources, { types: true }))).to.deep.equal([])
  })

  it('have no unused exports, except those of the package', () => {
    const unused = unusedExports(sources, [...sources, ...readLinks('test')])
    expect(unused.filter((row) => !ENTRIES.test(row))).to.deep.equal([])
  })

  it('have documents and comments without broken references', () => {
    expect(deadLinks()).to.deep.equal([])
    expect(deadComments(sources)).to.deep.equal([])
  })
})
