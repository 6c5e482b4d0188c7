import 'self-attention/define';
import DefaultTheme from 'vitepress/theme';

export default DefaultTheme;
