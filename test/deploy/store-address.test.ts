import { expect } from 'chai'
import { storeAt } from '../../src/deploy/store-address.js'

describe('the address of a store', () => {
  const parts = { outgoing: { rules: { allow: [] }, timeout: 1000 }, now: () => new Date(0) }
  const hostKey = `host_key=SHA256:${'A'.repeat(43)}`

  const refusals: readonly [address: string, message: RegExp][] = [
    ['backups/galley', /neither an absolute path nor a URL/],
    ['ftp://me:hunter2@example.org/x', /begins with none of/],
    ['sftp://me:hunter2@example.org/x', /host_key is required: the fingerprint/],
    [`sftp://me:hunter2@example.org/x?${hostKey}&private_key=/none`, /private key \/none cannot/],
    ['sftp://me:hunter2@example.org/x?host_key=hunter2', /host_key must/],
    ['s3://me:hunter2%@example.org/bucket?region=x', /not percent-encoded/],
    ['s3://me:hunter2@example.org/bucket', /region is required/],
    ['s3://me:hunter2@example.org/?region=x', /path/],
    ['s3://me:hunter2@example.org/bucket?region=x&regoin=hunter2', /regoin/],
    ['swift://me:hunter2@example.org/v3?region=x', /path is required/],
  ]
  for (const [address, message] of refusals) {
    it(`is refused without its secrets: ${address}`, async () => {
      const error: unknown = await storeAt(address, parts).catch((reason: unknown) => reason)
      expect(String(error)).to.match(/The address of the copies can't be used: .*\.$/)
      expect(String(error)).to.match(message).and.not.include('hunter2')
    })
  }

  it('is a folder, or a server by a URL whose secrets no message has', async () => {
    const folder = await storeAt('/mnt/backup', parts)
    expect(folder.options.target).to.equal('/mnt/backup')
    const login = 'me:a%2Fb%40c@example.org'
    for (const address of [
      `sftp://${login}:2222/~/x?${hostKey}`,
      `s3://${login}/bucket/below?region=x`,
      `swift://${login}/v3?path=container&region=x`,
    ]) {
      const { options } = await storeAt(address, parts)
      expect(options.target).to.include('example.org').and.not.include('a/b')
      expect(options.secrets).to.include('a/b@c')
    }
  })
})
