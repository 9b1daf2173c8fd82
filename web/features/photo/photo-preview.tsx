import styles from './photo.module.css'
import { useObjectUrl } from './use-object-url.ts'

export function PhotoPreview({ photo }: { photo: File }) {
  const url = useObjectUrl(photo)
  return url && <img className={styles.photo} src={url} alt="Delivery" />
}
