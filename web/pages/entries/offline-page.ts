// The script of an offline file: the widget alone, as the file is opened from a disk.
import "../../ui/lecture-demo.js";
