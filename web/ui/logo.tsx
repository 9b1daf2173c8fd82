import styles from './logo.module.css'

/** The product's logo and name. */
export function Logo() {
  return (
    <span className={styles.logo}>
      <img src="/favicon.svg" alt="" width="28" height="28" /> <span>Carelane</span>
    </span>
  )
}
