/** The folders of files. */

import { expect } from 'chai'
import {
  collectionFolderOf,
  foldersAbove,
  foldersIn,
  isWithin,
  storePlaceOf,
} from '../../src/admin/api/file-folders.js'

const FILES = [
  { filename: '_uploads/a.png' },
  { filename: '_uploads/2024/b.png' },
  { filename: '_uploads/2024/may/c.png' },
  { filename: '_uploads/2024.png' },
  { filename: 'assets/d.css' },
  { filename: 'e.txt' },
]

describe('folders of files', () => {
  it('are those directly in one, with everything below each', () => {
    expect(foldersIn(FILES, '')).to.deep.equal([
      { path: 'assets', count: 1 },
      { path: '_uploads', count: 4 },
    ])
    expect(foldersIn(FILES, '_uploads')).to.deep.equal([{ path: '_uploads/2024', count: 2 }])
    expect(foldersIn(FILES, 'nowhere')).to.deep.equal([])
  })

  it('are sorted as people count', () => {
    const files = ['quay-10/a', 'quay-2/a', '_quay-1/a'].map((filename) => ({ filename }))
    expect(foldersIn(files, '').map(({ path }) => path)).to.deep.equal([
      '_quay-1',
      'quay-2',
      'quay-10',
    ])
  })

  it('contain what is below them, but no names with the same beginning', () => {
    expect(FILES.filter((file) => isWithin(file, '_uploads/2024'))).to.have.length(2)
    expect(FILES.filter((file) => isWithin(file, ''))).to.have.length(FILES.length)
  })

  it('have a path of parent folders', () => {
    expect(foldersAbove('a/b')).to.deep.equal(['a', 'a/b'])
    expect(foldersAbove('')).to.deep.equal([])
  })

  for (const [path, place] of [
    ['_uploads', { collection: 'uploads', folder: '' }],
    ['_uploads/2024/may', { collection: 'uploads', folder: '2024/may' }],
    ['content/_boats/x', { collection: 'boats', folder: 'x' }],
    ['assets/img', { collection: null, folder: 'assets/img' }],
  ] as const) {
    it(`put a new file into ${path}`, () => {
      expect(storePlaceOf(path)).to.deep.equal(place)
    })
  }

  it('know the folder of a collection, also in collections_dir', () => {
    expect(collectionFolderOf(FILES, 'uploads')).to.equal('_uploads')
    expect(collectionFolderOf([], 'uploads')).to.equal('_uploads')
    const elsewhere = [{ filename: 'content/_uploads/2024/a.png' }]
    expect(collectionFolderOf(elsewhere, 'uploads')).to.equal('content/_uploads')
  })
})
