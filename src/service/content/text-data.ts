import { invalid } from '../../errors.js'
import { MAX_TEXT_BYTES } from '../../model/limits.js'

/** The bytes of a document or page. @throws GalleyError `validation_failed` for more than one can have */
export function textData(text: string): Buffer {
  const data = Buffer.from(text)
  if (data.length <= MAX_TEXT_BYTES) return data
  const most = `${MAX_TEXT_BYTES / 1024 / 1024} MB`
  throw invalid('body', `may have at most ${most} with all front matter`)
}
