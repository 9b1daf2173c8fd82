import { useEffect, useState } from 'react'
import styles from './photo.module.css'

export function PhotoPreview({ photo }: { photo: File }) {
  const url = useObjectUrl(photo)
  return url && <img className={styles.photo} src={url} alt="Delivery" />
}

/** Returns a URL with which this page can show the file. Returns undefined without a file, and until the URL has been made. */
function useObjectUrl(file: File | null): string | undefined {
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    if (!file) return
    const made = URL.createObjectURL(file)
    setUrl(made)
    return () => {
      URL.revokeObjectURL(made)
      setUrl(undefined)
    }
  }, [file])
  return url
}
