/** A file as a small picture, made by the server; a pictogram where there is none. */

import { useState } from 'react'
import type { StoredFile } from '../api/types.js'
import { Icon } from '../ui/icons.js'

export function Thumbnail({ file }: { file: StoredFile }) {
  const ending = file.basename.split('.').at(-1) ?? ''
  const [isBroken, setBroken] = useState(false)
  if (file.thumbnail_url !== null && !isBroken) {
    const { pathname, search } = new URL(file.thumbnail_url, location.href)
    return (
      <div className="file-picture" aria-hidden="true">
        <img
          src={pathname + search}
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
      <span className="file-ending">{ending.slice(0, 6)}</span>
    </div>
  )
}
