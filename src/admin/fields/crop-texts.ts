/** Texts of the window that crops pictures. */

import { textsOf } from '../text/text.js'

const en = {
  title: 'Crop picture',
  'title.of': 'Crop picture {number} of {count}',
  lead: 'Drag a rectangle over the picture. Its corners and its place also follow the arrow keys; with Shift, pixel by pixel.',
  shape: 'Shape',
  'shape.free': 'Free',
  'shape.1:1': 'Square (1:1)',
  'shape.16:9': 'Wide (16:9)',
  'shape.4:3': 'Photo (4:3)',
  move: 'Move the part that stays',
  'corner.top-left': 'Top left corner',
  'corner.top-right': 'Top right corner',
  'corner.bottom-left': 'Bottom left corner',
  'corner.bottom-right': 'Bottom right corner',
  width: 'Maximal width in pixels',
  'width.help': 'A wider picture is made smaller. Empty: it stays as large as it is.',
  'width.wrong': 'Write a whole number from 1 to 20,000.',
  keep: 'Upload the original as well',
  'keep.as': 'As {name}.',
  size: 'Uploaded with {width} × {height} pixels',
  'as-is': 'Leave as it is',
  next: 'Next',
  type: 'Only JPEG, PNG and WebP can be cropped. This file is uploaded as it is.',
  large:
    'The picture has more than 40 million pixels, too many to crop in a browser. It is uploaded as it is.',
  animated: 'The picture is animated, and cropping would stop it. It is uploaded as it is.',
  unreadable: 'The browser can’t read this picture. It is uploaded as it is.',
  failed: 'The browser can’t write this picture. It can be uploaded as it is.',
}

const de: Record<keyof typeof en, string> = {
  title: 'Bild zuschneiden',
  'title.of': 'Bild {number} von {count} zuschneiden',
  lead: 'Ziehen Sie ein Rechteck über das Bild. Seine Ecken und sein Ort folgen auch den Pfeiltasten, mit Umschalt Pixel für Pixel.',
  shape: 'Form',
  'shape.free': 'Frei',
  'shape.1:1': 'Quadrat (1:1)',
  'shape.16:9': 'Breit (16:9)',
  'shape.4:3': 'Foto (4:3)',
  move: 'Den Teil verschieben, der bleibt',
  'corner.top-left': 'Ecke oben links',
  'corner.top-right': 'Ecke oben rechts',
  'corner.bottom-left': 'Ecke unten links',
  'corner.bottom-right': 'Ecke unten rechts',
  width: 'Größte Breite in Pixeln',
  'width.help': 'Ein breiteres Bild wird verkleinert. Leer: Es bleibt so groß, wie es ist.',
  'width.wrong': 'Schreiben Sie eine ganze Zahl von 1 bis 20.000.',
  keep: 'Auch das Original hochladen',
  'keep.as': 'Als {name}.',
  size: 'Hochgeladen mit {width} × {height} Pixeln',
  'as-is': 'Lassen, wie es ist',
  next: 'Weiter',
  type: 'Nur JPEG, PNG und WebP lassen sich zuschneiden. Diese Datei wird hochgeladen, wie sie ist.',
  large:
    'Das Bild hat mehr als 40 Millionen Pixel, zu viele, um es im Browser zuzuschneiden. Es wird hochgeladen, wie es ist.',
  animated:
    'Das Bild ist animiert, nach dem Zuschneiden stünde es still. Es wird hochgeladen, wie es ist.',
  unreadable: 'Der Browser kann dieses Bild nicht lesen. Es wird hochgeladen, wie es ist.',
  failed: 'Der Browser kann dieses Bild nicht schreiben. Es lässt sich hochladen, wie es ist.',
}

export const cropText = textsOf({ en, de })
