import '../../web/ui/theme.css'
