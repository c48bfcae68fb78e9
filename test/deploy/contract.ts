/**
 * What every target must do, whatever it is: one suite, run over each adapter against its real
 * server. What is on the target is read past the adapter: from the server's disk, or with another
 * client.
 */
import { expect } from 'chai'
import type { Deployer, Manifest, Release } from '../../src/deploy/files/deployer.js'
import { DeployError } from '../../src/deploy/network/deploy-error.js'
import { makeContext, makeRelease } from './releases.js'
import { expectRepaired } from './repaired.js'

/** One empty place on a server. */
export interface Place {
  readonly deployer: Deployer
  /** The same place with a password that is wrong. */
  readonly wrongLogin: { readonly deployer: Deployer; readonly secret: string }
  /** Everything that visitors can see, without the adapter's own manifest. */
  readonly contents: () => Promise<Map<string, string>>
  /** Waits until the server has ended what it was doing on connections that are cut. */
  readonly sessionsEnd?: () => Promise<void>
  /** Puts a file past the adapter. */
  readonly plant: (path: string, content: string) => Promise<void>
}

export interface ContractTarget {
  readonly title: string
  isInstalled(): Promise<boolean>
  makePlace(): Promise<Place>
}

const oddNames = {
  'index.html': '<h1>Home</h1>',
  'with space/page two.html': 'spaces',
  'ünïcödé/日本語.html': 'unicode',
  'hash#tag.html': 'hash',
  'what?.html': 'question',
  'per%cent%20.html': 'percent',
  'plus+and&=.html': 'plus',
  "quote's (1) [2] {3} !$,;@~.html": 'quotes',
  '-dash/--x.css': 'dash',
  'assets/site.css': 'body { color: black }',
  'assets/empty.txt': '',
  'feed.xml': '<feed/>',
}

const first = {
  'index.html': 'home 1',
  'about/index.html': 'about 1',
  'gone/index.html': 'gone',
  'gone/deep/er/page.html': 'gone too',
  'site.css': 'css 1',
  'same.txt': 'same',
  'becomes-folder': 'a file',
  'becomes-file/a.html': 'in a folder',
}

const second = {
  'index.html': 'home 2, longer',
  'about/index.html': 'about 2',
  'site.css': 'css 2 is longer',
  'same.txt': 'same',
  'new/index.html': 'new',
  'becomes-folder/b.html': 'in a folder now',
  'becomes-file': 'a file now',
}

/** Runs the suite. */
export function describeTarget(target: ContractTarget): void {
  describe(`${target.title} as a target`, () => {
    let place: Place

    before(async function () {
      if (!(await target.isInstalled())) this.skip()
    })

    beforeEach(async () => {
      place = await target.makePlace()
    })

    async function deploy(release: Release, previous: Manifest | null = null) {
      const context = makeContext(previous)
      const deployment = await place.deployer.deploy(release, context)
      return { ...deployment, reports: context.reports }
    }

    it('puts every file of the first release, whatever its name', async () => {
      const release = await makeRelease('r1', oddNames)
      const { uploaded, reports } = await deploy(release)
      expect(Object.fromEntries(await place.contents())).to.deep.equal(oddNames)
      expect(uploaded).to.equal(Object.keys(oddNames).length)
      expect(reports.join('\n')).to.match(
        /^(Uploaded 12 of 12 files \(\d+ bytes of \d+ bytes\)|Pushing 12 files to .*)$/m,
      )
    })

    it('sends nothing when nothing has changed', async () => {
      const release = await makeRelease('r1', first)
      const { manifest } = await deploy(release)
      const again = await deploy(release, manifest)
      expect(again.uploaded).to.equal(0)
      expect(again.removed).to.equal(0)
    })

    it('sends only what has changed and removes what is gone', async () => {
      const { manifest } = await deploy(await makeRelease('r1', first))
      const change = await deploy(await makeRelease('r2', second), manifest)
      expect(Object.fromEntries(await place.contents())).to.deep.equal(second)
      expect(change.uploaded).to.equal(6)
      expect(change.removed).to.equal(4)
      expect(change.unchanged).to.equal(1)
    })

    it('goes back to an older release', async () => {
      const older = await makeRelease('r1', first)
      const { manifest } = await deploy(older)
      const newer = await deploy(await makeRelease('r2', second), manifest)
      await deploy(older, newer.manifest)
      expect(Object.fromEntries(await place.contents())).to.deep.equal(first)
    })

    it('knows its own files again when the caller has forgotten them', async () => {
      await deploy(await makeRelease('r1', first))
      await deploy(await makeRelease('r2', second), null)
      expect(Object.fromEntries(await place.contents())).to.deep.equal(second)
    })

    it('says that files are there that are not ours, and leaves them', async () => {
      await place.plant('cgi-bin/mail.pl', 'theirs')
      await place.plant('index.html', 'their placeholder')
      const { notes, manifest } = await deploy(await makeRelease('r1', first))
      expect(notes.join('. ')).to.match(/Left 1 file that Galley did not upload/)
      expect(notes.join('. ')).to.match(/Replaced "index.html"/)
      await deploy(await makeRelease('r2', second), manifest)
      expect(Object.fromEntries(await place.contents())).to.deep.equal({
        ...second,
        'cgi-bin/mail.pl': 'theirs',
      })
    })

    it('puts right what somebody changed there', async () => {
      const { manifest } = await deploy(await makeRelease('r1', first))
      await place.plant('about/index.html', 'defaced, and longer than before')
      const { notes } = await deploy(await makeRelease('r2', second), manifest)
      expect(Object.fromEntries(await place.contents())).to.deep.equal(second)
      expect(notes.join('. ')).to.match(/about\/index.html.*changed/)
    })

    it('repairs what a cancelled deployment left', async () => {
      const { manifest } = await deploy(await makeRelease('r1', first))
      const controller = new AbortController()
      const context = makeContext(manifest, controller.signal)
      const cancelling = {
        ...context,
        report: (line: string) => {
          if (/ [3-9] of /.test(line)) controller.abort()
        },
      }
      const release = await makeRelease('r2', second)
      const error = await place.deployer.deploy(release, cancelling).then(
        () => null,
        (failure: unknown) => failure,
      )
      if (error !== null) expect(error).to.have.property('code', 'cancelled')
      await place.sessionsEnd?.()
      const expected = { ...second, 'third.html': '3' }
      const third = await makeRelease('r3', expected)
      await deploy(third, manifest)
      await expectRepaired({ contents: place.contents, expected, compare: () => deploy(third) })
    })

    it('sends nothing more when it is cancelled between files, with the old site live', async () => {
      const { manifest } = await deploy(await makeRelease('r1', first))
      const controller = new AbortController()
      const context = makeContext(manifest, controller.signal)
      let isCancelled = false
      let later = 0
      const report = (line: string) => {
        context.report(line)
        if (isCancelled) later += 1
        if (isCancelled || !/^(Uploaded 2 of 41|Pushing) /.test(line)) return
        isCancelled = true
        controller.abort()
      }
      const images = Array.from({ length: 40 }, (_unused, index) => [`${index}.jpg`, 'image'])
      const release = await makeRelease('r2', {
        ...first,
        ...Object.fromEntries(images),
        'index.html': 'home 2',
      })
      const error = await place.deployer.deploy(release, { ...context, report }).then(
        () => null,
        (failure: unknown) => failure,
      )
      // What was under way may end: no store takes more files at a time.
      expect(later).to.be.at.most(16)
      expect(error).to.have.property('code', 'cancelled')
      expect(context.reports.join('\n')).not.to.include('41 of 41')
      expect(Object.fromEntries(await place.contents())).to.include(first)
    })

    it('refuses a wrong password at once, in a sentence without it', async () => {
      const { deployer, secret } = place.wrongLogin
      const release = await makeRelease('r1', first)
      const error = await deployer.deploy(release, makeContext()).then(
        () => null,
        (failure: unknown) => failure,
      )
      expect(error).to.be.instanceOf(DeployError)
      expect(error).to.have.property('code', 'login_refused')
      expect(String(error)).to.match(/^DeployError: Could not .*\.$/)
      expect(JSON.stringify(error) + String(error)).not.to.include(secret)
      expect(await place.contents()).to.deep.equal(new Map())
    })

    it('refuses names that cannot be published', async () => {
      const release = await makeRelease('r1', { 'ok.html': 'x' })
      const facts = { sha256: '0'.repeat(64), size: 1 }
      for (const name of [
        '../up',
        'a\r\nDELE b',
        'a\0b',
        '/root',
        'a//b',
        '.galley-manifest.json',
      ]) {
        const files = new Map([...release.files, [name, facts]])
        const error = await place.deployer.deploy({ ...release, files }, makeContext()).then(
          () => null,
          (failure: unknown) => failure,
        )
        expect(error, name).to.have.property('code', 'bad_name')
      }
    })
  })
}
