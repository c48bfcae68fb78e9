/** Signatures of webhooks. */

import { expect } from 'chai'
import { newWebhookSecret, signedHeaders } from '../../../src/service/notices/signing.js'

describe('signedHeaders', () => {
  const signed = {
    id: 'msg_loFOjxBNrRLzqYUf',
    timestamp: 1731705121,
    body: '{"event_type":"ping","data":{"success":true}}',
  }

  it('signs as the example in the documentation of Svix, where Standard Webhooks comes from', () => {
    expect(signedHeaders(signed, ['whsec_plJ3nmyCDGBKInavdOK15jsl'])).to.include({
      'webhook-id': 'msg_loFOjxBNrRLzqYUf',
      'webhook-timestamp': '1731705121',
      'webhook-signature': 'v1,rAvfW3dJ/X/qxhsaXPOyyCGmRKsaKWcsNccKXlIktD0=',
    })
  })

  it('signs with each secret, divided by a blank', () => {
    const secrets = [newWebhookSecret(), newWebhookSecret()]
    const alone = secrets.map((one) => signedHeaders(signed, [one])['webhook-signature'])
    expect(signedHeaders(signed, secrets)['webhook-signature']).to.equal(alone.join(' '))
    expect(alone[0]).not.to.equal(alone[1])
  })
})
