/** A thumbnail of a file, made by the server; an icon for files without one. */

import { useState } from 'react'
import type { StoredFile } from '../api/types.js'
import { Icon } from '../ui/icons.js'

/** Width in pixels below which an image is shown at its own size: enlarged, it would be blurred. */
const SMALL_PIXELS = 160

function isSmall({ width, height }: StoredFile): boolean {
  return width !== null && height !== null && Math.max(width, height) < SMALL_PIXELS
}

export function Thumbnail({ file }: { file: StoredFile }) {
  const [, ending] = /[^.]\.([a-z0-9]{1,6})$/i.exec(file.basename) ?? []
  const [isBroken, setBroken] = useState(false)
  if (file.thumbnail_url !== null && !isBroken) {
    const { pathname, search } = new URL(file.thumbnail_url, location.href)
    return (
      <div className="file-picture" aria-hidden="true">
        <img
          src={pathname + search}
          className={isSmall(file) ? 'small' : undefined}
          alt=""
          loading="lazy"
          decoding="async"
          onError={() => setBroken(true)}
        />
      </div>
    )
  }
  return (
    <div className="file-picture" aria-hidden="true">
      <Icon name={file.content_type.startsWith('image/') ? 'image' : 'page'} />
      {ending !== undefined && <span className="file-ending">{ending}</span>}
    </div>
  )
}
