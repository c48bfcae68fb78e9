/** The input for the URL of a file: typed, or chosen from the site's files. */

import { useEffect, useState } from 'react'
import type { Site } from '../api/types.js'
import { pictureLoader } from '../editor/text/picture-store.js'
import { t } from '../text/text.js'
import { Button } from '../ui/button.js'
import { Field } from '../ui/text-field.js'
import { FilePicker } from './file-picker.js'

interface FileFieldProps {
  readonly site: Site
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly isImage: boolean
  readonly help: string | undefined
  readonly error: string | undefined
}

export function FileField({ site, isImage, ...field }: FileFieldProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <div className="file-field">
      {isImage && <ShownPicture siteId={site.id} address={field.value} />}
      <Field {...field} />
      <Button icon={isImage ? 'image' : 'folder'} onPress={() => setOpen(true)}>
        <span>{t('fields.choose')}</span>
        <span className="visually-hidden">{field.label}</span>
      </Button>
      <FilePicker
        site={site}
        isImage={isImage}
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        onChoose={({ url }) => field.onChange(url)}
      />
    </div>
  )
}

/** The image; nothing if it does not exist. */
export function ShownPicture({ siteId, address }: { siteId: string; address: string }) {
  const [source, setSource] = useState<string | null>(null)
  useEffect(() => {
    let isCurrent = true
    if (address === '') setSource(null)
    else {
      void pictureLoader(siteId)(address).then((url) => {
        if (isCurrent) setSource(url)
      })
    }
    return () => {
      isCurrent = false
    }
  }, [siteId, address])
  return source === null ? null : <img className="file-field-picture" src={source} alt="" />
}
