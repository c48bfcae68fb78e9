/** What the browser loads until one can sign in: it is paid on each new device, over any line. */

import { expect } from 'chai'
import { describeInBrowser, PATIENCE_MS, useAdmin } from './browser.js'

/** With headers, as it is sent. */
const MAX_BYTES = 150_000

describeInBrowser('the first load of the admin', function () {
  this.timeout(2 * PATIENCE_MS)
  const admin = useAdmin()

  it('is small', async () => {
    const { page, context } = await admin.visit('/')
    const client = await context.newCDPSession(page)
    await client.send('Network.enable')
    await client.send('Network.setCacheDisabled', { cacheDisabled: true })
    const sizes = new Map<string, number>()
    const names = new Map<string, string>()
    client.on('Network.requestWillBeSent', ({ requestId, request }) => {
      names.set(requestId, request.url)
    })
    client.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      sizes.set(names.get(requestId) ?? requestId, encodedDataLength)
    })
    await page.reload({ waitUntil: 'networkidle' })
    await page.getByRole('button', { name: 'Sign in' }).waitFor()
    const all = Array.from(sizes.values()).reduce((sum, bytes) => sum + bytes, 0)
    expect(sizes.size).to.be.greaterThan(5)
    expect(all, JSON.stringify(Object.fromEntries(sizes), null, 1)).to.be.lessThan(MAX_BYTES)
    await context.close()
  })
})
