/** Pictures are cropped and made smaller before they are uploaded. */

import { expect } from 'chai'
import { crc32 } from 'node:zlib'
import type { Page } from 'playwright-core'
import {
  isAnimated,
  moved,
  originalName,
  shapedWithin,
  sizeOf,
  spanned,
  wholeOf,
} from '../../../src/admin/fields/crop.js'
import { describeInBrowser, findBarriersInBoth, PATIENCE_MS, useAdmin } from '../browser.js'
import { copiedText, textOf } from '../editor/text-area.js'
import { useOneSite } from '../one-site.js'

const SIZE = { width: 1200, height: 900 }

describe('the part of a picture that stays', () => {
  it('has the largest size of a shape at first, in the middle', () => {
    const whole = wholeOf(SIZE)
    expect(shapedWithin(whole, 'free')).to.deep.equal({ x: 0, y: 0, width: 1200, height: 900 })
    expect(shapedWithin(whole, '1:1')).to.deep.equal({ x: 150, y: 0, width: 900, height: 900 })
    expect(shapedWithin(whole, '16:9')).to.deep.equal({ x: 0, y: 113, width: 1200, height: 675 })
    const flat = wholeOf({ width: 3, height: 1 })
    expect(shapedWithin(flat, '16:9')).to.deep.equal({ x: 1, y: 0, width: 1, height: 1 })
  })

  it('is spanned in each direction, within the picture, in its shape, and never too small', () => {
    const span = (from: [number, number], to: [number, number], shape: '1:1' | 'free' = 'free') => {
      const made = spanned(
        { x: from[0], y: from[1] },
        { x: to[0], y: to[1] },
        { size: SIZE, shape },
      )
      return made && [made.x, made.y, made.width, made.height]
    }
    expect(span([100, 100], [300, 200])).to.deep.equal([100, 100, 200, 100])
    expect(span([300, 200], [100, 100])).to.deep.equal([100, 100, 200, 100])
    expect(span([1000, 800], [9999, 9999])).to.deep.equal([1000, 800, 200, 100])
    // One of the two directions is enough to make it larger.
    expect(span([100, 100], [320, 300], '1:1')).to.deep.equal([100, 100, 210, 210])
    expect(span([1000, 800], [9999, 9999], '1:1')).to.deep.equal([1000, 800, 100, 100])
    expect(span([300, 300], [-50, 200], '1:1')).to.deep.equal([75, 75, 225, 225])
    expect(span([100, 100], [104, 300])).to.equal(null)
    expect(span([1200, 900], [1300, 1000], '1:1')).to.equal(null)
  })

  it('is moved up to the borders, and only made smaller', () => {
    const rect = { x: 10, y: 10, width: 600, height: 300 }
    expect(moved(rect, { x: -20, y: 5 }, SIZE)).to.deep.equal({ ...rect, x: 0, y: 15 })
    expect(moved(rect, { x: 900, y: 900 }, SIZE)).to.deep.equal({ ...rect, x: 600, y: 600 })
    expect(sizeOf(rect, null)).to.deep.equal({ width: 600, height: 300 })
    expect(sizeOf(rect, 601)).to.deep.equal({ width: 600, height: 300 })
    expect(sizeOf(rect, 101)).to.deep.equal({ width: 101, height: 51 })
    expect(sizeOf({ width: 5000, height: 2 }, 10)).to.deep.equal({ width: 10, height: 1 })
  })

  it('leaves room for the name of the original, and animations alone', async () => {
    expect(['a.b.jpg', 'mole', '.png'].map(originalName)).to.deep.equal([
      'a.b-original.jpg',
      'mole-original',
      '.png-original',
    ])
    const is = (text: string, type: string) => isAnimated(new File([text], 'a', { type }))
    expect(await is('RIFF....WEBPVP8X....ANIM', 'image/webp')).to.equal(true)
    expect(await is('RIFF....WEBPVP8 ', 'image/webp')).to.equal(false)
    expect(await is('\u0089PNG....IHDR....acTL', 'image/png')).to.equal(true)
    expect(await is('acTL ANIM', 'image/jpeg')).to.equal(false)
  })
})

/** Draws a picture in the page: left half red, right half blue. */
async function drawn(
  page: Page,
  { type, width, height }: { type: string; width: number; height: number },
): Promise<Buffer> {
  const base64 = await page.evaluate(
    (picture) => {
      const canvas = document.createElement('canvas')
      canvas.width = picture.width
      canvas.height = picture.height
      const context = canvas.getContext('2d')
      if (context) {
        context.fillStyle = '#f00'
        context.fillRect(0, 0, picture.width, picture.height)
        context.fillStyle = '#00f'
        context.fillRect(picture.width / 2, 0, picture.width, picture.height)
      }
      return canvas.toDataURL(picture.type, 0.95).split(',')[1] ?? ''
    },
    { type, width, height },
  )
  return Buffer.from(base64, 'base64')
}

/** Size, and the colours of the left and the right border, three quarters down. */
async function seen(page: Page, data: Buffer, type: string) {
  const address = `data:${type};base64,${data.toString('base64')}`
  const { width, height, pixels } = await page.evaluate(async (src) => {
    const picture = new Image()
    picture.src = src
    await picture.decode()
    const canvas = document.createElement('canvas')
    canvas.width = picture.naturalWidth
    canvas.height = picture.naturalHeight
    const context = canvas.getContext('2d')
    context?.drawImage(picture, 0, 0)
    const row = Math.floor((canvas.height * 3) / 4)
    const colours = context?.getImageData(0, row, canvas.width, 1).data ?? []
    return { width: canvas.width, height: canvas.height, pixels: [...colours] }
  }, address)
  const colourAt = (x: number) => ((pixels[4 * x] ?? 0) > (pixels[4 * x + 2] ?? 0) ? 'red' : 'blue')
  return { width, height, left: colourAt(0), right: colourAt(width - 1) }
}

/** The JPEG as a camera writes that was held upright: to be turned by 90 degrees clockwise. */
function turned(jpeg: Buffer): Buffer {
  const tiff = Buffer.alloc(26)
  tiff.write('MM\0*', 'latin1')
  tiff.writeUInt32BE(8, 4)
  tiff.writeUInt16BE(1, 8)
  tiff.writeUInt16BE(0x0112, 10)
  tiff.writeUInt16BE(3, 12)
  tiff.writeUInt32BE(1, 14)
  tiff.writeUInt16BE(6, 18)
  const head = Buffer.from([0xff, 0xe1, 0, 2 + 6 + tiff.length])
  return Buffer.concat([jpeg.subarray(0, 2), head, Buffer.from('Exif\0\0'), tiff, jpeg.subarray(2)])
}

describeInBrowser('the window that crops pictures', function () {
  this.timeout(4 * PATIENCE_MS)
  const admin = useAdmin()
  const site = useOneSite(admin, 'Harbour')
  const TYPES: Readonly<Record<string, string>> = { jpg: 'image/jpeg', png: 'image/png' }

  it('crops with pointer and keyboard, turns as EXIF says, and keeps the original on wish', async () => {
    const { page, context, complaints } = await site.open('/files')
    const dialog = page.getByRole('dialog')
    const crop = page.getByRole('button', { name: 'Crop first' })
    const choose = async (files: { name: string; mimeType: string; buffer: Buffer }[]) => {
      const choosing = page.waitForEvent('filechooser')
      await crop.click()
      await (await choosing).setFiles(files)
    }
    const stored = async (name: string) => {
      await page.locator('.files').getByText(name, { exact: true }).first().waitFor()
      const { list } = await admin.api.get(`/v2/sites/${site.id}/collections/uploads/files`)
      const file = list.find(({ basename }) => basename === name)
      const { bytes } = await admin.api.get(`/v2/sites/${site.id}/source/_uploads/${name}?download`)
      expect(file, name).to.not.equal(undefined)
      return seen(page, bytes, TYPES[name.slice(-3)] ?? '')
    }
    // Red above, blue below once it is turned.
    const buffer = turned(await drawn(page, { type: 'image/jpeg', width: 800, height: 400 }))
    const wide = await drawn(page, { type: 'image/png', width: 900, height: 300 })
    await choose([
      { name: 'upright.jpg', mimeType: 'image/jpeg', buffer },
      { name: 'wide.png', mimeType: 'image/png', buffer: wide },
      { name: 'moving.gif', mimeType: 'image/gif', buffer: Buffer.from('GIF89a') },
    ])
    await dialog.getByRole('heading', { name: 'Crop picture 1 of 3' }).waitFor()
    await dialog.getByText('Uploaded with 400 × 800 pixels').waitFor()
    expect(await findBarriersInBoth(page)).to.deep.equal([])
    // A wide strip of the upper half: all of it is red.
    const stage = dialog.locator('.crop-stage')
    await stage.locator('img').evaluate((image) => (image as HTMLImageElement).decode())
    const box = await stage.boundingBox()
    if (!box) throw new Error('The picture has no place.')
    await page.mouse.move(box.x + box.width / 4, box.y + box.height / 8)
    await page.mouse.down()
    await page.mouse.move(box.x + (box.width * 3) / 4, box.y + (box.height * 3) / 8, { steps: 3 })
    await page.mouse.up()
    await dialog.getByText('Uploaded with 200 × 200 pixels').waitFor()
    // The corner follows the arrow keys, and so does the place.
    await dialog.getByRole('button', { name: 'Bottom right corner' }).press('ArrowRight')
    await dialog.getByText('Uploaded with 216 × 200 pixels').waitFor()
    await dialog.getByRole('button', { name: 'Bottom right corner' }).press('Shift+ArrowLeft')
    await dialog.getByText('Uploaded with 215 × 200 pixels').waitFor()
    await dialog.getByRole('button', { name: 'Move the part that stays' }).press('ArrowUp')
    await dialog.getByLabel('Maximal width in pixels').fill('0')
    await dialog.getByText('Write a whole number from 1 to 20,000.').waitFor()
    await dialog.getByLabel('Maximal width in pixels').fill('43')
    await dialog.getByText('Uploaded with 43 × 40 pixels').waitFor()
    await dialog.locator('label.switch', { hasText: 'Upload the original as well' }).click()
    await dialog.getByText('As upright-original.jpg.').waitFor()
    await dialog.getByRole('button', { name: 'Next' }).click()

    // The settings stay, and a shape is held.
    await dialog.getByRole('heading', { name: 'Crop picture 2 of 3' }).waitFor()
    await dialog.getByLabel('Maximal width in pixels').fill('')
    await dialog.getByRole('button', { name: 'Shape' }).click()
    await page.getByRole('option', { name: 'Square (1:1)' }).click()
    await dialog.getByText('Uploaded with 300 × 300 pixels').waitFor()
    await dialog.getByRole('button', { name: 'Top left corner' }).press('ArrowRight')
    await dialog.getByText('Uploaded with 291 × 291 pixels').waitFor()
    await dialog.getByRole('button', { name: 'Next' }).click()
    await dialog.getByText('Only JPEG, PNG and WebP can be cropped.').waitFor()
    await dialog.getByRole('button', { name: 'Upload' }).click()
    await dialog.waitFor({ state: 'detached' })

    const strip = { width: 43, height: 40, left: 'red', right: 'red' }
    expect(await stored('upright.jpg')).to.deep.equal(strip)
    const square = { width: 291, height: 291, left: 'red', right: 'blue' }
    expect(await stored('wide.png')).to.deep.equal(square)
    const kept = { width: 400, height: 800, left: 'blue', right: 'blue' }
    expect(await stored('upright-original.jpg')).to.deep.equal(kept)
    const { width, height } = await stored('wide-original.png')
    expect([width, height]).to.deep.equal([900, 300])
    await page.locator('.files').getByText('moving.gif').first().waitFor()

    // Nobody waits for a picture of 44 million pixels, of which only the head is here.
    const head = Buffer.from(wide)
    head.writeUInt32BE(8000, 16)
    head.writeUInt32BE(5500, 20)
    head.writeUInt32BE(crc32(head.subarray(12, 29)), 29)
    await choose([{ name: 'huge.png', mimeType: 'image/png', buffer: head }])
    await dialog.getByText('more than 40 million pixels').waitFor()
    await dialog.getByRole('button', { name: 'Upload' }).click()
    await page.locator('.files').getByText('huge.png').first().waitFor()
    // The server is not stopped amid a thumbnail.
    await page.waitForFunction(() => [...document.images].every(({ complete }) => complete))

    // In a text, the original is uploaded, too, but not put in.
    const { id } = await site.create('With a picture', { body: '' })
    await page.goto(`${admin.url}/admin/sites/${site.id}/documents/${id}`)
    await textOf(page).click()
    await page.getByRole('button', { name: 'Picture or file' }).click()
    await choose([{ name: 'strip.png', mimeType: 'image/png', buffer: wide }])
    await dialog.getByLabel('Maximal width in pixels').fill('90')
    await dialog.getByText('Uploaded with 90 × 30 pixels').waitFor()
    await dialog.locator('label.switch', { hasText: 'Upload the original as well' }).click()
    await dialog.getByRole('button', { name: 'Upload', exact: true }).last().click()
    await page.getByRole('dialog', { name: 'Picture', exact: true }).waitFor()
    await page.keyboard.press('Escape')
    // The original is sent behind the picture; a page that is left takes it along.
    await page.locator('.sending').waitFor({ state: 'detached' })
    await page.goto(`${admin.url}/admin/sites/${site.id}/files`)
    expect(await stored('strip-original.png')).to.deep.include({ width: 900, height: 300 })
    await page.goto(`${admin.url}/admin/sites/${site.id}/documents/${id}`)
    await page.locator('.cm-picture').waitFor()
    expect(await copiedText(page)).to.equal('![](/uploads/strip.png)')
    expect(complaints).to.deep.equal([])
    await context.close()
  })
})
