import { useState } from 'react'
import styles from './completion.module.css'
import { useObjectUrl } from './use-object-url.ts'

/** The photo, or its name where the browser cannot show its kind. */
export function PhotoPreview({ photo }: { photo: File }) {
  const url = useObjectUrl(photo)
  const [unshowable, setUnshowable] = useState<File>()
  if (unshowable === photo || !url) return <p>{photo.name}</p>
  return <img className={styles.photo} src={url} alt="Delivery" onError={() => setUnshowable(photo)} />
}
