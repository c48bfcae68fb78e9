import { expect } from 'chai'
import { makeContext, makeRelease } from '../releases.js'
import { closeHostileS3, hostileS3 } from './hostile-s3.js'

/** Just more than is sent in one piece. */
const LARGE = 33 * 1024 * 1024

describe('The end of an upload in parts', () => {
  afterEach(closeHostileS3)

  for (const [title, before] of [
    ['before the answer', ''],
    ['after its declaration', '<?xml version="1.0" encoding="UTF-8"?>'],
  ] as const) {
    it(`may begin with white space ${title}, which S3 sends while it joins the parts`, async () => {
      const server = await hostileS3({
        join: (_request, response) => {
          response.write(before)
          for (let times = 0; times < 20; times += 1) response.write(' \n')
          response.write(before === '' ? '<?xml version="1.0" encoding="UTF-8"?>' : '')
          response.end(
            '<CompleteMultipartUploadResult><ETag>"e"</ETag></CompleteMultipartUploadResult>',
          )
        },
      })
      const release = await makeRelease('r1', { 'large.bin': 'x'.repeat(LARGE) })
      const { uploaded } = await server.deployer.deploy(release, makeContext())
      expect(uploaded).to.equal(1)
    })
  }
})
